// Families of actions: what a verb of a request asks for, and which tools can bring it about. Language-neutral; the verbs
// of each language stand in their own module beside this one.

/** What a write action does. `do` is open ("do the actions in the e-mail"): any successful write can be it. */
export type Family =
  | "create"
  | "add"
  | "update"
  | "reschedule"
  | "delete"
  | "send"
  | "share"
  | "invite"
  | "pay"
  | "buy"
  | "book"
  | "run"
  | "answer"
  | "do";

/** Words of a tool's name (or of its description) → what the tool does. A tool may belong to several. */
const TOOL_WORDS: Record<string, readonly ToolAct[]> = {
  create: ["create"],
  make: ["create"],
  new: ["create"],
  generate: ["create"],
  write: ["create", "edit", "append"],
  save: ["create", "edit"],
  put: ["create", "edit"],
  insert: ["create", "append"],
  upload: ["create"],
  register: ["create"],
  copy: ["create"],
  duplicate: ["create"],
  backup: ["create"],
  draft: ["create"],
  record: ["create"],
  store: ["create"],
  log: ["create"],
  open: ["create"],
  mkdir: ["create"],
  touch: ["create"],
  start: ["create", "exec"],
  submit: ["create", "send"],
  publish: ["create", "send"],
  post: ["create", "send"],
  schedule: ["schedule"],
  plan: ["schedule"],
  book: ["book"],
  reserve: ["book"],
  reservation: ["book"],
  booking: ["book"],
  rent: ["book"],
  hold: ["book"],
  hire: ["book"],
  add: ["append", "create", "grant"],
  append: ["append"],
  extend: ["append", "edit"],
  update: ["edit"],
  edit: ["edit"],
  modify: ["edit"],
  change: ["edit"],
  set: ["edit"],
  patch: ["edit"],
  replace: ["edit"],
  rename: ["edit"],
  move: ["edit"],
  mv: ["edit"],
  reschedule: ["edit"],
  adjust: ["edit"],
  assign: ["edit"],
  mark: ["edit"],
  archive: ["edit"],
  enable: ["edit"],
  disable: ["edit"],
  toggle: ["edit"],
  turn: ["edit"],
  lock: ["edit"],
  unlock: ["edit"],
  close: ["edit"],
  resolve: ["edit"],
  merge: ["edit"],
  commit: ["edit"],
  push: ["edit"],
  reset: ["edit"],
  apply: ["edit"],
  configure: ["edit"],
  delete: ["delete"],
  remove: ["delete"],
  cancel: ["delete"],
  trash: ["delete"],
  drop: ["delete"],
  clear: ["delete"],
  erase: ["delete"],
  destroy: ["delete"],
  purge: ["delete"],
  rm: ["delete"],
  unshare: ["delete"],
  revoke: ["delete"],
  unsubscribe: ["delete"],
  kick: ["delete"],
  uninstall: ["delete"],
  send: ["send"],
  email: ["send"],
  mail: ["send"],
  message: ["send"],
  reply: ["send"],
  respond: ["send"],
  forward: ["send"],
  notify: ["send"],
  tweet: ["send"],
  sms: ["send"],
  share: ["share"],
  grant: ["grant", "share"],
  permission: ["grant", "share"],
  invite: ["grant", "send", "share"],
  pay: ["pay"],
  payment: ["pay"],
  money: ["pay"],
  transfer: ["pay"],
  transaction: ["pay"],
  refund: ["pay"],
  charge: ["pay"],
  deposit: ["pay"],
  withdraw: ["pay"],
  donate: ["pay"],
  buy: ["buy"],
  purchase: ["buy"],
  order: ["buy"],
  checkout: ["buy"],
  subscribe: ["buy"],
  run: ["exec"],
  execute: ["exec"],
  exec: ["exec"],
  bash: ["exec"],
  shell: ["exec"],
  terminal: ["exec"],
  command: ["exec"],
  python: ["exec"],
  deploy: ["exec"],
  install: ["exec"],
  restart: ["exec"],
  stop: ["exec", "edit"],
  kill: ["exec", "delete"],
  trigger: ["exec"],
  accept: ["edit", "send"],
  decline: ["edit", "send"],
  approve: ["edit", "send"],
  reject: ["edit", "send"],
  rsvp: ["edit", "send"],
  rollback: ["edit"],
  roll: ["edit"],
  revert: ["edit"],
  restore: ["edit"],
  undo: ["edit"],
  dim: ["edit"],
  bump: ["edit"],
  upgrade: ["edit"],
  downgrade: ["edit"],
  rotate: ["edit"],
  freeze: ["edit"],
  pause: ["edit"],
  resume: ["edit"],
  snooze: ["edit"],
  exchange: ["buy", "edit"],
  return: ["edit", "create"],
  redeem: ["buy"],
  top: ["pay"],
  recharge: ["pay"],
  clean: ["delete", "edit"],
  wake: ["create"],
  remind: ["create", "send"],
  ping: ["send"],
  alert: ["send"],
  welcome: ["send"],
  comment: ["create", "send"],
  play: ["edit"],
  scale: ["edit"],
  silence: ["edit"],
  mute: ["edit"],
  hide: ["edit"],
  suspend: ["edit"],
  pin: ["edit"],
  tag: ["edit"],
  label: ["edit"],
  promote: ["edit", "grant"],
  link: ["edit", "append"],
  logout: ["edit"],
  renew: ["edit", "create", "buy"],
  zip: ["create"],
  compress: ["create"],
  compile: ["exec"],
  reload: ["exec"],
  rerun: ["exec"],
  retry: ["exec"],
  rebuild: ["exec"],
  redeploy: ["exec"],
  reboot: ["exec"],
  relaunch: ["exec"],
  request: ["send", "create"],
  dispatch: ["send"],
};

/** What a tool does to the world. */
export type ToolAct =
  | "create"
  | "schedule"
  | "append"
  | "edit"
  | "delete"
  | "send"
  | "share"
  | "grant"
  | "pay"
  | "buy"
  | "book"
  | "exec";

/** First words that say a tool only looks. They win over every other word of the name ("get_scheduled_transactions"). */
const READ_WORDS = new Set(
  `get list search find read fetch query lookup look check show view describe count retrieve browse calculate compute
   compare download head cat ls grep glob stat inspect preview analyze analyse summarize recommend suggest is has can
   select explain verify validate convert translate current next day now time weather ask think`.split(/\s+/),
);

/** An action of this family is brought about by a tool that does one of these. */
const FITS: Record<Family, readonly ToolAct[]> = {
  create: ["create", "schedule", "append", "book"],
  add: ["append", "create", "schedule", "edit", "grant", "share"],
  update: ["edit", "append"],
  reschedule: ["edit"],
  delete: ["delete"],
  send: ["send", "share"],
  share: ["share", "grant", "send"],
  invite: ["grant", "send", "share"],
  pay: ["pay", "buy"],
  buy: ["buy", "pay", "book"],
  book: ["book", "buy", "schedule", "create"],
  answer: ["send", "edit", "delete"],
  run: ["exec", "create", "schedule", "append", "edit", "delete", "send", "share", "grant", "pay", "buy", "book"],
  do: ["create", "schedule", "append", "edit", "delete", "send", "share", "grant", "pay", "buy", "book", "exec"],
};

/** Splits a tool's name into lower-case words: `sendMoney`, `send_money`, `mcp__bank__send-money`. */
export function nameWords(tool: string): string[] {
  return tool
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** A rough singular and present form, enough to look a word up: `messages` → `message`, `scheduled` → `schedule`. */
function lookUp(word: string): readonly ToolAct[] {
  return Object.hasOwn(TOOL_WORDS, word) ? (TOOL_WORDS[word] ?? []) : [];
}

/**
 * What a tool does, from its name. The first word that names an act decides; nouns after it refine (`send_money` pays,
 * `schedule_transaction` schedules and pays, `update_scheduled_transaction` edits).
 */
export function toolActs(tool: string): ReadonlySet<ToolAct> {
  const words = nameWords(tool);
  const head = words.find((word) => READ_WORDS.has(word) || lookUp(word).length > 0);
  if (head === undefined || READ_WORDS.has(head)) return new Set();
  const acts = new Set(lookUp(head));
  const paysMoney = words.some((word) => ["money", "payment", "transaction", "transfer", "funds"].includes(word));
  if (paysMoney && (acts.has("send") || acts.has("create") || acts.has("schedule"))) {
    acts.add("pay");
    acts.delete("send");
  }
  if (
    (acts.has("create") || acts.has("append")) &&
    words.some((word) => word === "reservation" || word === "booking")
  ) {
    acts.add("book");
  }
  // `create_post`, `create_message` are read by others; a draft is not.
  if (
    acts.has("create") &&
    words.some((word) =>
      /^(?:posts?|messages?|tweets?|e?mails?|repl(?:y|ies)|announcements?|notifications?)$/.test(word),
    ) &&
    !words.includes("draft")
  )
    acts.add("send");
  if (acts.has("edit") && words.some((word) => /^(?:permissions?|access|roles?|acl|sharing|rights?)$/.test(word)))
    acts.add("share").add("grant");
  if (head === "set" && words.some((word) => /^(?:alarm|reminder|timer|event|appointment)$/.test(word)))
    acts.add("create");
  if (acts.has("append") && words.some((word) => word === "to") && words.some((word) => /^(cart|basket)$/.test(word))) {
    acts.add("buy");
  }
  return acts;
}

/** The effect a tool seems to have where its source declares none; null when its name does not tell. */
export function guessEffect(tool: string): "read" | "write" | "destructive" | null {
  const head = nameWords(tool).find((word) => READ_WORDS.has(word) || lookUp(word).length > 0);
  if (head === undefined) return null;
  if (READ_WORDS.has(head)) return "read";
  return lookUp(head).includes("delete") ? "destructive" : "write";
}

/** True when bringing about this family is what the tool is for, not merely something it could do, too (an event is no reservation). */
export function ofItsOwnKind(family: Family, acts: ReadonlySet<ToolAct>): boolean {
  const [own] = FITS[family];
  return family === "do" || family === "run" || acts.has("exec") || (own !== undefined && acts.has(own));
}

/** True when a tool that does `acts` can bring about an action of this family. A shell can bring about any of them. */
export function fits(family: Family, acts: ReadonlySet<ToolAct>): boolean {
  return acts.has("exec") || FITS[family].some((act) => acts.has(act));
}
