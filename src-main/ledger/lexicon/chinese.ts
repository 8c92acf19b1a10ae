// Chinese verbs and frames of requests, promises and claims. Written in simplified characters; `simplify` maps the traditional
// characters that occur in them one to one, so that positions in the text stay the same.
import type { Family } from "./families.ts";

/** Pairs of a traditional character and its simplified form. */
const PAIRS = `請请 幫帮 煩烦 將将 後后 並并 寫写 創创 發发 傳传 轉转 帳帐 賬账 匯汇 繳缴 購购 買买 訂订 預预 約约 設设 調调 動动 態态 變变 編编 輯辑 檔档 標标 歸归 啟启 啓启 關关 閉闭 鎖锁 複复 復复
  製制 貼贴 刪删 銷销 來来 給给 與与 讓让 為为 爲为 這这 個个 們们 還还 沒没 無无 該该 會会 應应 當当 嗎吗 麼么 誰谁 幾几 時时 間间 現现 計计 劃划 準准 備备 開开 執执 從从 據据 問问 題题
  說说 訴诉 總总 結结 嘗尝 試试 確确 認认 檢检 視视 閱阅 讀读 顯显 東东 載载 儲储 單单 張张 員员 組组 屬属 權权 許许 產产 鐘钟 鍾钟 補补 夾夹 欄栏 連连 聯联 絡络 訊讯 郵邮 電电 話话 費费
  過过 對对 錯错 誤误 須须 別别 長长 點点 見见 雙双 萬万 終终 於于 經经 審审 論论 議议 項项 類类 號号 圖图 書书 館馆 選选 擇择 優优 減减 續续 訪访 務务 辦办 處处 遞递 飯饭 車车 換换 進进
  兩两 讚赞 實实 裡里 裏里 歡欢 聲声 錄录 擬拟 隨随 範范 圍围 樣样 尋寻 覽览 記记 細细 環环 擔担 師师 場场 廳厅 層层 擾扰 樂乐 麗丽 稱称 內内 壓压 縮缩 運运 裝装 參参 獲获 歷历 庫库 碼码
  靜静 週周 響响 舊旧 簡简 體体 語语 漢汉 國国 學学 愛爱 氣气 淨净 隻只 統统 評评 擊击 鏈链 報报 寬宽 檯台 臺台 騰腾 願愿 較较 遲迟 協协 撥拨 額额 綁绑 測测 驗验 構构 籤签 簽签 衝冲 滿满
  導导 淺浅 節节 頁页 頻频 門门 達达 適适 種种 勞劳 託托 條条 註注 戶户 帶带 領领 佈布 彙汇 併并`;

const MAP = new Map(PAIRS.split(/\s+/).map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]));

/** Traditional → simplified for the characters this lexicon knows; the length stays the same. */
export function simplify(text: string): string {
  return text.replace(/[\u4e00-\u9fff]/g, (character) => MAP.get(character) ?? character);
}

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Verbs that ask for a change, longest first within a family. */
const WRITE_VERBS: Record<Family, string[]> = {
  create: list(
    `写 建立 创建 新建 新增 制作 产生 生成 写入 写到 写进 保存 储存 收藏 存成 存到 存入 另存 上传 登记 发布 安排 排定 复制到 备份 记录到 记到 记下 设立 开立 新开 撰写 拟定 建`,
  ),
  add: list("添加 加入 加到 加进 加上 追加 附加 增加 补充到 插入 列入"),
  update:
    list(`更新 修改 更改 变更 调整 编辑 改成 改为 改名 重命名 重新命名 移动 移到 移至 搬到 设为 设成 设定 设置 替换 取代 修正 修复 修好 标记 标为 启用 停用
    关闭 打开 开启 锁定 解锁 归档 封存 延长 缩短 提高 降低 调高 调低 重设 重置 合并 提交 换成 调暗 调亮 锁上 锁好 关上 关掉 回滚 还原 恢复 暂停 改`),
  answer: list("接受 婉拒 拒绝 批准 核准 同意 驳回"),
  reschedule: list("改期 延期 延后 推迟 提前到 改到 挪到 顺延"),
  delete: list("删除 删掉 移除 取消 清除 清空 撤销 退订 注销 解除 去掉 踢出 删"),
  send: list(
    `发送 寄送 寄出 发给 寄给 传给 传送 回复 回信 转发 转寄 通知 告知 提醒 发布到 发到 发一封 寄一封 写信给 写一封信 写封信 写一封 发邮件 发信 寄信 发消息 传讯息 传消息 告诉 联络 联系 发出 发一条 发个 寄个 回一封 回封 回个 寄 发`,
  ),
  share: list("分享 共享 共用 授权"),
  invite: list("邀请 约请"),
  pay: list("支付 付款 付清 付给 缴纳 缴费 转帐 转账 汇款 汇给 退款 退还 还款 付掉 缴 付 转"),
  buy: list("购买 订购 下单 买"),
  book: list("预订 预定 预约 订位 订房 订票 租用 租借 订一 订下 帮订 租 订"),
  run: list("执行 运行 部署 重启 安装 启动"),
  do: list("完成 处理 照做 办理 照着做"),
};

/** Verbs that ask to be told something. */
const READ_VERBS =
  list(`找出 寻找 搜寻 搜索 查询 查找 查看 查一下 看看 看一下 列出 显示 告诉我 总结 摘要 推荐 建议 统计 计算 比较 解释 说明 描述 分析 确认 检查 阅读
  读取 读一下 翻译 整理 评估 给我 找到 找 查 算 提供 回答 选出 挑出`);

export interface ChineseVerb {
  verb: string;
  family: Family | null;
}

/** All verbs, longest first, so that the first that matches at a place is the right one. */
export const CHINESE_VERBS: readonly ChineseVerb[] = [
  ...READ_VERBS.map((verb): ChineseVerb => ({ verb, family: null })),
  ...Object.entries(WRITE_VERBS).flatMap(([family, verbs]) =>
    verbs.map((verb): ChineseVerb => ({ verb, family: family as Family })),
  ),
].toSorted((a, b) => b.verb.length - a.verb.length);

export const CHINESE_WRITE_VERBS: readonly ChineseVerb[] = CHINESE_VERBS.filter(({ family }) => family !== null);

/** Words that may stand before the verb of a request. */
export const CHINESE_LEAD_IN =
  /^(?:[\s,，、：:。；;]|请问一下|请你|请您|请帮忙|请帮我|请|麻烦你|麻烦您|麻烦|帮忙|帮我|替我|为我|帮|劳烦|拜托|可以|可不可以|可否|能不能|能否|能|是否可以|你|您|我想请你|我希望你|我要你|我需要你|希望你|需要你|再来|再|然后|接着|接下来|之后|最后|首先|其次|第一步|第二步|第三步|先|并且|并|而且|以及|同时|也|还要|还|另外|顺便|直接|立刻|马上|现在|务必|一定要|记得|并请|和|就|去|来|用|一下)+/;

export const CHINESE_NEGATED = /^(?:请)?(?:不要|别|勿|不用|无需|不必|不需要|不能|不可以|禁止|避免|切勿)(?!忘)/;
export const CHINESE_REFINEMENT =
  /^(?:请|也|并)?(?:不要忘记|别忘了|别忘记|记得要|确保|务必|注意|标题(?:是|为)|主题(?:是|为)|(?:权限|标题|主题|优先级|优先度|状态|时间|地点|颜色|格式)(?:请)?(?:设为|设成|设定为|改为|改成)|内容(?:是|为)|说明(?:是|为)|包含|包括|附上|使用)/;
export const CHINESE_WISH = /^(?:我|我们)(?:想要?|要|打算|希望|需要|准备)/;
export const CHINESE_NARRATIVE = /^(?:我|我们|他|她|它|他们|这|那)/;
export const CHINESE_QUESTION =
  /什么|多少|哪|谁|吗|是否|几(?:个|点|封|次|天|位|笔|时)|怎么|怎样|如何|为何|为什么|何时|有没有|是不是|[?？]/;
export const CHINESE_POLITE = /请(?!问)|帮|麻烦|可以|能否|能不能|可否|可不可以|劳烦|拜托/;
export const CHINESE_CONDITION = /^(?:如果|若是|若|假如|要是|倘若|万一)(.+?)(?:的话)?(?:，|,|则|就|那么|那就)/;
export const CHINESE_EACH = /每(?:个|位|一|封|人)|所有|全部|各个|各位|大家/;
export const CHINESE_COMPOSED = /摘要|总结|清单|列表|表格|概述|说明|故事|诗|建议|分析|比较|回答|答案/;
export const CHINESE_DESTINATION =
  /档案|文件|资料夹|文件夹|日历|行事历|日程|云端|频道|收件|网页|网站|名为|命名|叫做|邮件|信箱|⟦f\d+⟧/;
export const CHINESE_DOINGS = /事项|动作|任务|工作|待办|指示|说明|要求|步骤|事情|请求/;
