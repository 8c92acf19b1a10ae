// Chinese verbs and frames of requests, promises and claims. Written in simplified characters; texts are brought to them by
// `simplify`, which keeps every position.
import type { Family } from "./families.ts";

export { simplify } from "./simplified.ts";

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Verbs that ask for a change, longest first within a family. */
const WRITE_VERBS: Record<Family, string[]> = {
  create: list(
    `写 建立 创建 新建 新增 制作 产生 生成 写入 写到 写进 保存 储存 收藏 存成 存到 存入 另存 上传 登记 发布 安排 排定 复制到 备份 记录到 记到 记下 设立 开立 新开 撰写 拟定 存为 填写 建`,
  ),
  add: list("添加 填到 填入 填进 填上 加入 加到 加进 加上 追加 附加 增加 补充到 插入 列入"),
  update:
    list(`更新 修改 更改 变更 调整 编辑 改成 改为 改名 重命名 重新命名 移动 移到 移至 搬到 设为 设成 设定 设置 替换 取代 修正 修复 修好 标记 标为 启用 停用
    关闭 打开 开启 锁定 解锁 归档 封存 延长 缩短 提高 降低 调高 调低 重设 重置 合并 换成 调暗 调亮 调到 调成 调至 开到 升到 降到 减到 改回 退回到 回退 锁上 锁好 关上 关掉 回滚 还原 恢复 暂停
    置顶 隐藏 打勾 勾选 升级 降级 切换 启动 改`),
  answer: list("接受 婉拒 拒绝 批准 核准 同意 驳回"),
  reschedule: list("改期 延期 延后 推迟 提前到 改到 挪到 顺延 往后延 往后挪 往前挪 延到 延至 提早到"),
  delete: list(
    "删除 删掉 移除 取消 清除 清空 撤销 退订 注销 解除 去掉 踢出 拿掉 拿走 删去 剔除 撤下 撤回 下架 清理 清掉 退掉 删",
  ),
  send: list(
    `发送 回覆 答覆 答复 寄送 寄出 发给 寄给 传给 传送 回复 回信 转发 转寄 通知 告知 提醒 发布到 发到 发一封 寄一封 写信给 写一封信 写封信 写一封 发邮件 发信 寄信 发消息 传讯息 传消息 告诉 联络 联系 发出 发一条 发个 寄个 回一封 回封 回个 寄 发`,
  ),
  share: list("分享 共享 共用 授权"),
  invite: list("邀请 约请"),
  pay: list("支付 付款 付清 付给 缴纳 缴费 转帐 转账 汇款 汇给 退款 退还 还款 付掉 缴 付 转"),
  buy: list("购买 订购 下单 买"),
  book: list("预订 预定 预约 订位 订房 订票 租用 租借 改订 重订 补订 订一 订下 帮订 租 订"),
  run: list("执行 运行 部署 重启 安装 播放 提交 登出 签到"),
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
  /^(?:请|也|并)?(?:不要忘记|别忘了|别忘记|记得要|确保|务必|注意|标题(?:是|为|写|叫|用|填)|主题(?:是|为|写|叫|用|填)|备注(?:是|为|写|填)|(?:权限|标题|主题|优先级|优先度|状态|时间|地点|颜色|格式)(?:请)?(?:设为|设成|设定为|改为|改成)|内容(?:是|为)|说明(?:是|为)|包含|包括|附上|使用)/;
export const CHINESE_WISH = /^(?:我|我们)(?:想要?|要|打算|希望|需要|准备)/;
export const CHINESE_NARRATIVE = /^(?:我|我们|他|她|它|他们|这|那)/;
export const CHINESE_QUESTION =
  /什么|多少|哪|谁|吗|是否|要不要|该不该|几(?:个|点|封|次|天|位|笔|时)|怎么|怎样|如何|为何|为什么|何时|有没有|是不是|[?？]/;
export const CHINESE_POLITE = /请(?!问)|帮|麻烦|可以|能否|能不能|可否|可不可以|劳烦|拜托/;
export const CHINESE_CONDITION = /^(?:如果|若是|若|假如|要是|倘若|万一)(.+?)(?:的话)?(?:，|,|则|就|那么|那就)/;
/** "超过 90% 就清理": a condition without a word for "if". */
export const CHINESE_BARE_CONDITION =
  /^(?:超过|高于|低于|少于|多于|大于|小于|不足|不到|达到|没有?|还没有?|尚未|未|有|满|是|不是)[^，,；;]{0,20}?(?:的话)?就(?!是|好|行|可以|业|在)/;
/** What goes to a place where others read it is sent, whatever the verb says ("在 #ops 频道说明"). */
export const CHINESE_TOLD_IN = /在[^，,；;]{0,16}?(?:频道|群组|群里|讨论区|聊天室)/;
export const CHINESE_EACH =
  /每(?:个|位|一|封|人)|各个|各位|(?:所有|全部)(?:的)?(?:人|成员|用户|同事|员工|朋友|客户|频道|联系人|参加者|与会者|收件人)|大家/;
export const CHINESE_COMPOSED = /摘要|总结|清单|列表|表格|概述|说明|故事|诗|建议|分析|比较|回答|答案/;
export const CHINESE_DESTINATION =
  /档案|文件|资料夹|文件夹|日历|行事历|日程|云端|频道|收件|网页|网站|名为|命名|叫做|邮件|信箱|⟦f\d+⟧/;
export const CHINESE_DOINGS = /事项|动作|任务|工作|待办|指示|说明|要求|步骤|事情|请求/;
