// The drive's files about products, money and projects.
import type { SeedFile } from "../seed-file.ts";

const marketing = `Autumn campaign plan

Goal: 12 percent more sales of the Ridge backpacks between September and November, without a discount.

Idea: "Carried for years". We show packs that are five or more years old, with their owners. No studio light, no models. Lena Fischer photographs, Nora writes.

Schedule
June 23: call for owners goes out in the newsletter
July 7: selection of eight stories
July 14 to 25: photographs, two days each in Leeds, Berlin and Taipei
August 11: texts final
August 18: shop windows delivered
September 1: start

Budget: 38,000 in total. Photographs 14,000, shop windows 9,500, online 11,000, reserve 3,500.

Risks: owners cancel (ten in reserve), rain (studio booked for July 28), repair desk overrun by people who send in old packs. Tomasz wants two extra people there from September 1 to October 15.

What we will not do: countdowns, pop-ups, influencers. If a shop asks for posters, it gets the window texts instead. Success is counted by backpacks sold and by repairs asked for; a fall in repairs would be a bad sign. Weekly figures go to Owen every Monday, one page, with one photograph.`;

const budget = `department,q1,q2,q3,q4
Product,42000,45500,39000,41000
Marketing,28000,31000,52000,36000
Warehouse,61000,60500,63500,72000
People,18500,18500,19000,19500
IT,22000,17500,17500,21000
Travel,9000,12500,8000,10500
Total,180500,185500,199000,200000

Notes: marketing holds the autumn campaign in q3. Warehouse q4 includes seasonal staff. Travel q2 holds the trade fair in Munich. Anything over 2,000 that is not in this table needs a signature from Owen Hartley before it is ordered, not after. Figures in pounds, without tax.`;

const roadmap = `Product roadmap, next 12 months

Quarter 3: Ridge 40 with a recycled back panel. Ember stove with wind shield, asked for by two shops. Manual in five languages.
Quarter 4: Tarn 2 gets pegs in a sewn-in pouch, so that none can be left out. New colour for Drift.
Quarter 1: Repair kits as a product of their own, at cost.
Quarter 2: Ridge 25 day pack, first sketches exist. Children's sleeping bag, open question: washable down.

Dropped: the camping chair. Two prototypes broke, and the market is full.

Why in this order: the complaints about pegs and manuals cost us more hours than any new article would bring in. The wind shield is cheap and wanted. Repair kits wait for a supplier who delivers zips in lengths below 100.
What we watch: rain covers (customers ask, margin thin), a lighter Drift (feathers of that grade are scarce until winter), colours (no more than three per article, the warehouse has no bins left).`;

const minutes = `Minutes of the product round, Wednesday May 7

Present: Priya, Owen, Nora, Tomasz
1. Drift sleeping bag: feathers leak at the foot seam. 37 bags checked, 4 affected. Stop delivery of batch 2291.
2. Tent pegs: supplier sends 1,200 by June 11.
3. Wind shield for Ember: sample weighs 96 g, target is 80 g.
Actions:
- Priya: letter to shops about batch 2291
- Tomasz: set aside 140 bags
- Nora: text for the repair page
- Owen: call the supplier
Next round: May 14.

Discussion: Tomasz asked who pays for the return of batch 2291. Owen: we do, and claim it from the maker afterwards. Priya wants a drawing of the foot seam before anyone talks to the factory. Nora will not announce anything on the website until the shops have had the letter for two working days.`;

const server = `Server maintenance log

2025-03-02 Mail server updated, 14 minutes down, announced.
2025-03-30 Backup restored as a test: 212 GB in 3 h 10 min, all checksums right.
2025-04-13 Shop database moved to the new disk. Order page slow for an hour, cause was a missing index.
2025-05-04 Certificate of shop.harborlight.example renewed, next in August.
Planned: June 8, 6 am to 8 am, new switch in the warehouse.
Planned: July 6, database upgrade, shop closed from 5 am to 7 am. The page with the notice is ready and was tested on a telephone.

Who to call: it@harborlight.example first; if nobody answers within ten minutes, the number on the cellar door. Passwords are in the manager, never in this file. The spare disk lies in the second drawer and is labelled with the date of its last test.`;

const contract = `Supply contract, summary for internal use

Partner: Nordwall Textiles, Gothenburg. Fabric for Ridge and Tarn, 210 and 420 denier.
Term: January 1, 2025 to December 31, 2026, renews by one year unless ended by September 30.
Price: 6.40 per metre up to 20,000 metres a year, 5.95 above. Reviewed each January, at most 4 percent up.
Delivery: six weeks, penalty 0.5 percent per day from the fifth day.
Quality: 50 washes without loss of coating, tested by a third party once a year at their cost.
Repairs: offcuts are given to our repair desk free of charge.

Signed by Owen Hartley. The full text lies in the safe, folder 12.

What to watch: the year's volume was 18,350 metres by the end of November, so the lower price begins in spring at the latest. The penalty has been asked for once, in 2023, and was paid without a letter. If we want to leave, the letter has to arrive by September 30; put it into the calendar in August.`;

const press = `Press release, draft 3

Harborlight Outdoor repairs its ten thousandth backpack

Leeds, June 2. On Monday the repair desk closed the lid of backpack number 10,000: a red Ridge 40 of 2016 that has crossed the Pyrenees twice. Its owner, a teacher from Halifax, got it back with a new zip and a bar of chocolate. The desk was opened nine years ago with one sewing machine. Today five people work there, and nine of ten packs leave it within a week. Repairs cost what the material costs.

Contact: press@harborlight.example

Figures for journalists: 10,000 packs since 2016, 2,140 of them last year. Most frequent repair: zips, 44 percent, then hip belts, 21 percent. Oldest pack on the bench: 1988. Longest way: Punta Arenas, 13,700 kilometres by post.
To do before release: ask the teacher for permission, photograph of the red pack, check the figure of five people with Ines.`;

const warehouse = `Warehouse stock count, end of May

article,bin,counted,booked,difference
Ridge 40 red,A-04,212,214,-2
Ridge 40 slate,A-05,188,188,0
Ridge 60 slate,A-07,95,96,-1
Tarn 2,B-01,143,143,0
Tarn 3,B-02,61,60,1
Ember stove,C-11,27,27,0
Drift regular,D-03,310,310,0
Drift long,D-04,122,125,-3
Tent pegs (100),E-01,4,4,0

Differences under five pieces are booked out without a search. Drift long: three bags were found in the photo studio.

Remarks: bin C-11 is too small for the Ember from September, 400 pieces are on order. The scale by gate 2 shows 150 grams too much, a technician comes on June 5. Next count at the end of August, on a Sunday again; four people are enough when the labels are printed before. Whoever finds the missing red Ridge 40 gets a cake.`;

const fair = `Trade fair in Munich, plan

June 24: Set-up from noon, hall B4, stand 212
June 25: Opening, talk by Priya at 11 am
June 26: Meetings with Nordwall and two new dealers
June 27: Repair demonstration at 2 pm, take-down from 6 pm

Take along:
- Stand banner
- Sewing machine
- Sample packs
- Price lists
- First-aid kit
- Extension leads

Tickets: four exhibitor passes, names are given until June 10. Hotel: Pension Isar, three rooms from June 23 to June 28, breakfast from half past six. The van leaves Leeds on June 21 with Tomasz and the banner; everybody else goes by train on June 23. Talk: "Why we sell fewer things", 20 minutes and 10 for questions, slides by June 17. Dealers who have asked for a meeting: Alpine Corner of Innsbruck, Rucksack Kontor of Hamburg.`;

const faq = `Questions the shop gets every week

How long does a repair take? Usually a week, three in September.
Is the Tarn 2 free-standing? Yes, but the porch needs two pegs.
Can I wash the Drift? By hand, lukewarm, with down soap, and dry it for two days.
Does the Ember burn any gas? Screw-on cartridges to EN 417 only.
Do you take back old packs? Yes. What cannot be repaired becomes patches.
Why is there no sale? Because the price is right all year.
Where are the packs sewn? In Porto, by 41 people, since 2012.
Can I order a single tent pole? Yes, for every tent since 2009, by the number on the bag.
My zip is stuck, what now? Candle wax first, pliers never, then send it in.
Do you deliver to islands? Yes, two days more, at the same price.

Please answer in your own words. If a question comes up that is not here, write it on the sheet by the till. Angry customers get a chair, a glass of water and a person with time, in that order.`;

const research = `Research notes: recycled nylon

Tested three fabrics against our standard 420 denier. Tear strength after 500 hours of light: A 91 percent, B 84, C 62 of new. Weight: A plus 3 percent, B equal, C minus 5. Price: A plus 11 percent, B plus 9, C plus 2. Coating held on A and B for 50 washes, on C for 20.
Opinion: take A for the back panel, where it rubs most, B for lids and pockets. C is out.
Open: does A come in slate? Samples promised for June 19. Colour must not bleed onto shirts: ask for a perspiration test.

Method: five strips each way, conditioned for a day at 20 degrees and 65 percent. Light test by the institute in Leeds, the rest by ourselves, so treat our own figures as good to three percent. Fabric B frayed when cut cold; the cutters want a hot knife. Fabric A makes a noise when it rubs, which two of six testers did not like.
Next: ask for a price at 8,000 metres, and whether the offcuts can go back into the yarn.`;

const licence = `software,seats,renewal,cost per year
Design suite,6,2025-10-01,3240
Accounting,3,2026-01-01,1980
Shop platform,1,2025-08-15,5400
Password manager,38,2025-12-12,1368
Video calls,38,2025-07-31,2052
Route planner,4,2025-09-20,816

Remarks: the design suite is used by four people, so two seats can go in October. Accounting is paid by the year since the monthly plan cost 15 percent more. The route planner is on trial with the Shanghai office. Renewals over 1,000 are announced to Owen a month ahead.`;

export const projectFiles: readonly SeedFile[] = [
  {
    id: "1",
    filename: "autumn-campaign-plan-2025.docx",
    owner: "nora.bennett@harborlight.example",
    last_modified: "2025-05-12T09:41:00Z",
    shared_with: { "lena.fischer@studio-fischer.example": "r" },
    content: marketing,
  },
  {
    id: "2",
    filename: "annual-budget-by-department.xlsx",
    owner: "owen.hartley@harborlight.example",
    last_modified: "2025-01-15T16:02:00Z",
    shared_with: {},
    content: budget,
  },
  {
    id: "3",
    filename: "product-roadmap-12-months.pptx",
    owner: "priya.nair@harborlight.example",
    last_modified: "2025-05-08T10:10:00Z",
    shared_with: { "owen.hartley@harborlight.example": "rw" },
    content: roadmap,
  },
  {
    id: "5",
    filename: "minutes-product-round-may-7.docx",
    owner: "nora.bennett@harborlight.example",
    last_modified: "2025-05-07T15:36:00Z",
    shared_with: { "all@harborlight.example": "r" },
    content: minutes,
  },
  {
    id: "8",
    filename: "server-maintenance-log-2025.txt",
    owner: "it@harborlight.example",
    last_modified: "2025-05-04T06:58:00Z",
    shared_with: {},
    content: server,
  },
  {
    id: "10",
    filename: "supply-contract-nordwall-summary.pdf",
    owner: "owen.hartley@harborlight.example",
    last_modified: "2024-12-19T14:25:00Z",
    shared_with: { "priya.nair@harborlight.example": "r" },
    content: contract,
  },
  {
    id: "12",
    filename: "press-release-repair-desk-draft-3.docx",
    owner: "nora.bennett@harborlight.example",
    last_modified: "2025-05-27T12:33:00Z",
    shared_with: { "owen.hartley@harborlight.example": "rw" },
    content: press,
  },
  {
    id: "15",
    filename: "warehouse-stock-count-may.xlsx",
    owner: "tomasz.zielinski@harborlight.example",
    last_modified: "2025-05-31T17:50:00Z",
    shared_with: { "priya.nair@harborlight.example": "r" },
    content: warehouse,
  },
  {
    id: "17",
    filename: "trade-fair-munich-plan.docx",
    owner: "nora.bennett@harborlight.example",
    last_modified: "2025-05-20T09:00:00Z",
    shared_with: { "priya.nair@harborlight.example": "rw" },
    content: fair,
  },
  {
    id: "20",
    filename: "shop-questions-and-answers.docx",
    owner: "tomasz.zielinski@harborlight.example",
    last_modified: "2025-02-27T11:18:00Z",
    shared_with: { "all@harborlight.example": "r" },
    content: faq,
  },
  {
    id: "23",
    filename: "research-notes-recycled-nylon.docx",
    owner: "priya.nair@harborlight.example",
    last_modified: "2025-05-15T13:05:00Z",
    shared_with: {},
    content: research,
  },
  {
    id: "25",
    filename: "software-licences-and-renewals.xlsx",
    owner: "it@harborlight.example",
    last_modified: "2025-03-03T08:44:00Z",
    shared_with: { "owen.hartley@harborlight.example": "r" },
    content: licence,
  },
];
