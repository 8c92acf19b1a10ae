// The drive's files about customers and people: feedback, hiring, onboarding, travel rules.
import type { SeedFile } from "../seed-file.ts";

const feedback = `date,customer,product,rating,comment
2025-04-02,Kestrel Camping,Ridge 40 backpack,5,Best hip belt we have stocked so far
2025-04-03,Osprey Lane Shop,Ridge 40 backpack,4,Zip on the lid pocket is stiff
2025-04-07,Fjord and Fell,Tarn 2 tent,2,Two of twelve arrived without pegs
2025-04-09,Kestrel Camping,Tarn 2 tent,4,Pitches fast even in wind
2025-04-14,Lowland Sports,Ember stove,5,Sold out in one weekend
2025-04-15,Granite House,Ember stove,3,Instructions only in English
2025-04-18,Osprey Lane Shop,Drift sleeping bag,4,Warm for its weight
2025-04-22,Fjord and Fell,Drift sleeping bag,1,Feathers leak at the foot seam
2025-04-24,Lowland Sports,Ridge 60 backpack,4,Customers ask for a rain cover
2025-04-28,Harbour Outdoor,Tarn 3 tent,5,Families love the porch
2025-04-29,Granite House,Ridge 40 backpack,5,Reorder placed for June
2025-04-30,Harbour Outdoor,Ember stove,4,Please add a wind shield to the set
2025-05-01,Fjord and Fell,Tarn 2 tent,5,Pegs came within two days
2025-05-01,Lowland Sports,Tarn 3 tent,4,Bag is a little tight`;

const handbook = `Employee handbook, short form

Working hours
Core time is 10 am to 3 pm. Outside of it everyone plans their own day. Write your hours in the calendar by Monday noon so that the warehouse can plan its shifts.

Remote work
Up to three days a week, agreed with your team. On Wednesdays everyone is in the office for the product round at 2 pm.

Leave
28 days a year. Ask two weeks ahead for anything longer than three days. Unused days expire at the end of March; nobody has ever been glad to lose them, so plan early.

Sick days
Send a message before 9 am. A note from the doctor is needed from the fourth day on.

Expenses
Keep the receipt, file it within 30 days, and name the project. Train is preferred to flying where the journey takes less than five hours. Meals on trips are paid up to 40 a day without a receipt.

Equipment
Your laptop is yours for four years. Report a loss within 24 hours, to security@harborlight.example, whatever the hour. Never lend your badge.

Samples
You may borrow any sample for a weekend. Bring it back clean, and tell the product team in two sentences what you thought. The best product ideas of the last five years came from these notes.

Conduct
Say what you mean, early and kindly. If something is wrong, tell your lead; if that does not help, tell Ines Moreau; if that does not help, use the letter box by the kitchen, which is emptied every Friday. Letters without a name are read as well.

Leaving
Give back laptop, badge and samples on the last day. Ines talks to everyone who leaves, and writes down nothing that you do not want written. Former colleagues keep the staff price for five years, and are welcome at the summer party, with kids and dogs.`;

const onboarding = `Onboarding checklist, warehouse and office

Before the first day:
- Contract signed
- Laptop ordered
- Badge printed
- Mail account created

First day:
- Tour of the building
- Safety training
- Lunch with the team
- Set up two-factor login

First month:
- One day in the shop
- One day in the warehouse
- Product round presentation
- Talk with Ines about goals

The buddy for July is Tomasz Zielinski. Questions go to people@harborlight.example.

For the buddy: have lunch together on the first three days, not only the first. Show where the spare cables are. Say aloud who decides what, because no drawing of the company will tell. In the warehouse safety shoes are worn from the first minute; sizes are asked for in the contract letter. After four weeks there is a talk of half an hour, with two questions: what surprised you, and what should we stop doing?`;

const interview = `Interview notes: industrial designer, second round

Candidate C-114, May 6, with Priya and Owen.
Strong on materials, showed a folding stool made of one sheet. Asked good questions about repair. Weak on cost: did not know what an injection mould costs, but said so at once. Would like to work four days.
Priya: yes. Owen: yes, with a mentor for costing.
Next step: offer by May 16, salary band D2. Start possible on August 1.

Other candidates: C-109 withdrew, C-121 was sound but wants a post without travel. Task of the second round: mend a broken buckle with what lies on the table. C-114 asked for the load it has to bear before touching anything, then printed a part, tested it to failure, and explained why it failed. Ask Ines about relocation costs from Porto, about 2,500.`;

const travelPolicy = `Business travel policy

Book through the portal, at least 14 days ahead. Economy class below six hours, premium economy above. Hotels up to 160 a night, 210 in capitals. Rental cars only where no train runs. Trips to fairs need a one-page plan: whom you will meet, what we want from it, what it costs.

Contacts: travel@harborlight.example, emergencies at any hour +44 20 7946 0011.
Approved by Owen Hartley on 2025-02-10; next review in February 2026.

Visas and vaccinations are paid, and so is the time they take. Who travels on a Sunday takes Monday morning off. Mileage for private cars is 0.45, with a reason why no train was possible. Do not carry samples as hand luggage without the letter for customs. Lost luggage: report it at the airport, then to travel@harborlight.example, and buy what you need up to 120.`;

const meetingChinese = `產品週會紀錄(台北辦公室)

日期:6月4日 下午兩點
出席:林美慧、陳志遠、Priya Nair
議題:
1. Ember 爐具說明書的繁體中文版,交稿日為6月20日,由林美慧負責。
2. Tarn 2 帳篷缺營釘,供應商同意補寄一千二百支,6月11日到倉。
3. 秋季型錄的照片改在陽明山拍攝,雨天備案為攝影棚。
決議:
- 說明書先給門市試讀
- 營釘到貨後抽驗一成
- 型錄封面使用 Ridge 40
下次會議:6月18日。

補充說明:
門市反映,客人最常問的是帳篷能不能獨立站立,請在新版說明書第二頁放上圖解。台中門市希望在暑假前拿到二十份試讀本,高雄門市希望加上瓦斯罐的規格表。陳志遠會在6月13日之前和印刷廠確認紙張與交期。攝影當天集合時間為早上七點,地點是捷運劍潭站一號出口,器材由林美慧借用,請自備雨衣。預算上限新台幣八萬元,超過要先問 Priya。`;

const surveyChinese = `客户满意度调查摘要(上海)

回收问卷:214 份,比去年多 31 份。
总体评分:4.3 分(满分 5 分)。
最满意:送货速度,售后电话。
最不满意:退货流程太长,平均 9 天。
建议:
- 退货改为网上申请
- 增加周末客服
- 包装减少塑料
负责人:赵磊,下一次调查在 11 月。

分项数据:
背包 4.6,帐篷 4.1,睡袋 3.9,炉具 4.4。
补充说明:睡袋得分最低,主要原因是脚部漏绒,总部已经停发有问题的批次。三成客户希望门店提供维修服务,其中一半愿意付费。微信上的回复速度从平均六小时降到两小时,客户明显更满意。下一步由赵磊和仓库一起整理退货流程,6月底之前给出新的说明,目标是把退货时间缩短到四天。`;

const contacts = `name,role,mail,phone
Priya Nair,Product lead,priya.nair@harborlight.example,+44 20 7946 0134
Owen Hartley,Managing director,owen.hartley@harborlight.example,+44 20 7946 0102
Ines Moreau,People,ines.moreau@harborlight.example,+44 20 7946 0117
Tomasz Zielinski,Warehouse,tomasz.zielinski@harborlight.example,+44 20 7946 0155
Lin Mei-hui,Taipei office,meihui.lin@harborlight.example,+886 2 5550 0144
Zhao Lei,Shanghai office,lei.zhao@harborlight.example,+86 21 5550 0199
Lena Fischer,Freelance photographer,lena.fischer@studio-fischer.example,+49 30 5550 0172
IT on call,,it@harborlight.example,+44 20 7946 0160
Press,,press@harborlight.example,+44 20 7946 0108

Please correct your own line when something changes. The reception knows who is in the house today.`;

export const peopleFiles: readonly SeedFile[] = [
  {
    id: "0",
    filename: "feedback.xlsx",
    owner: "priya.nair@harborlight.example",
    last_modified: "2025-05-01T08:15:00Z",
    shared_with: { "nora.bennett@harborlight.example": "r" },
    content: feedback,
  },
  {
    id: "4",
    filename: "employee-handbook-short-form.docx",
    owner: "ines.moreau@harborlight.example",
    last_modified: "2024-09-30T12:00:00Z",
    shared_with: { "all@harborlight.example": "r" },
    content: handbook,
  },
  {
    id: "6",
    filename: "onboarding-checklist-new-colleagues.docx",
    owner: "ines.moreau@harborlight.example",
    last_modified: "2025-03-12T13:47:00Z",
    shared_with: { "tomasz.zielinski@harborlight.example": "rw" },
    content: onboarding,
  },
  {
    id: "9",
    filename: "interview-notes-designer-round-2.docx",
    owner: "priya.nair@harborlight.example",
    last_modified: "2025-05-06T17:20:00Z",
    shared_with: { "owen.hartley@harborlight.example": "rw" },
    content: interview,
  },
  {
    id: "14",
    filename: "business-travel-policy.pdf",
    owner: "owen.hartley@harborlight.example",
    last_modified: "2025-02-10T11:00:00Z",
    shared_with: { "all@harborlight.example": "r" },
    content: travelPolicy,
  },
  {
    id: "18",
    filename: "product-meeting-taipei-產品週會.docx",
    owner: "meihui.lin@harborlight.example",
    last_modified: "2025-06-04T08:30:00Z",
    shared_with: { "priya.nair@harborlight.example": "rw" },
    content: meetingChinese,
  },
  {
    id: "21",
    filename: "customer-survey-shanghai-客户调查.docx",
    owner: "lei.zhao@harborlight.example",
    last_modified: "2025-04-21T03:12:00Z",
    shared_with: {},
    content: surveyChinese,
  },
  {
    id: "24",
    filename: "contact-list-all-offices.xlsx",
    owner: "ines.moreau@harborlight.example",
    last_modified: "2025-04-08T10:09:00Z",
    shared_with: { "all@harborlight.example": "r" },
    content: contacts,
  },
];
