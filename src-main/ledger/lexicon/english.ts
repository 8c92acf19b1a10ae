// English verbs and frames of requests, promises and claims.
import type { Family } from "./families.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Verbs that ask for a change, by family. `~` marks words that are nouns as often ("book", "order"): they count only before an object. */
const WRITE_VERBS: Record<Family, string[]> = {
  create:
    words(`create make generate write compose draft~ prepare build schedule~ put place~ save bookmark~ upload register open~
    file~ arrange insert record~ store~ export publish set-up put-together copy~ duplicate~ back-up log~ plan~ type jot-down
    note-down write-down wake~ leave~ zip unzip`),
  add: words("add append attach enter"),
  update:
    words(`update~ change~ adjust modify edit rename move~ set~ increase~ decrease~ raise~ lower replace correct fix~
    extend shorten mark~ turn~ enable disable activate deactivate switch~ reset~ rewrite revise assign reassign close~ archive~
    star~ flag~ label~ tag~ pin~ mute unmute lock~ unlock merge commit push~ upgrade~ downgrade~ renew refactor implement
    configure resolve block~ apply swap~ overwrite adapt amend alter tweak align~ sync~ synchronize synchronise rearrange
    reorganize reorganise restructure reorder~ tidy~ populate fill-in fill-out redact anonymize anonymise freeze unfreeze
    pause~ resume~ dismiss snooze~ unblock migrate restore revert roll-back undo redo rotate~ promote demote allocate
    relabel retitle dim~ brighten bump~ scale~ silence~ hide unhide suspend ban~ unban
    crop resize highlight~ link~ unlink encrypt decrypt arm~ disarm throttle prioritize prioritise personalize personalise customize customise prolong advance~`),
  reschedule: words("reschedule postpone delay~ move-back push-back bring-forward"),
  delete:
    words(`delete remove cancel erase discard trash~ clear~ drop~ unsubscribe unschedule revoke kick~ uninstall wipe~
    purge~ unshare get-rid-of take-off call-off terminate eject`),
  send: words(`send email~ e-mail~ mail~ message~ post~ reply~ respond forward~ notify inform text~ dm~ announce submit
    deliver remind greet congratulate welcome~ thank contact~ broadcast~ tweet~ tell ask let relay pass-on request~ dispatch~ escalate ping~ loop~ warn alert~ apologize
    apologise`),
  share: words("share~ grant~"),
  invite: words("invite~ onboard"),
  pay: words("pay~ transfer~ refund~ reimburse wire~ donate repay settle deposit~ tip~ give top-up~ remit"),
  buy: words("buy purchase~ order~ subscribe"),
  book: words("book~ reserve~ rent~ hire~ rebook"),
  run: words(`run~ execute deploy restart~ start~ stop~ install launch~ trigger~ kill reboot
    reload rerun retry rebuild redeploy relaunch play~ compile shut-down power-off power-on spin-up tear-down roll-out`),
  do: words(`do perform carry-out follow handle process~ complete~ take-care-of finish act-on work-through sign-up enroll enrol redeem~
    unfollow return~ exchange~ clean~ clean-up clear-up tidy-up free-up`),
  answer: words("accept decline reject approve rsvp"),
};

/** Verbs that ask to be told something. */
const READ_VERBS =
  words(`find search look get take show list~ check~ read summarize summarise recommend suggest count~ calculate
  compute compare explain describe advise analyze analyse review~ identify provide determine see view~ fetch retrieve display
  print translate research~ estimate~ verify confirm use consider choose pick select figure-out go visit browse extract
  answer~ help investigate examine report~ name~ rank~ sum~ tally present~ convert inspect locate know learn understand
  take-a-look have-a-look work-out look-into dig-into assess evaluate judge~ outline~ brainstorm discuss diagnose
  proofread paraphrase clarify elaborate predict guess~ solve double-check cross-check contrast~ weigh gather collect monitor~ note keep remember try ensure include mention`);

export interface Verb {
  family: Family | null;
  /** Also a noun: a verb only where an object follows. */
  ambiguous: boolean;
}

/** Base form (words joined by spaces) → what it asks for; family null for reading verbs. */
export const VERBS: ReadonlyMap<string, Verb> = new Map([
  ...READ_VERBS.map((verb): [string, Verb] => [plain(verb), { family: null, ambiguous: verb.endsWith("~") }]),
  ...Object.entries(WRITE_VERBS).flatMap(([family, verbs]) =>
    verbs.map((verb): [string, Verb] => [plain(verb), { family: family as Family, ambiguous: verb.endsWith("~") }]),
  ),
]);

function plain(verb: string): string {
  const bare = verb.replace(/~$/, "");
  return bare === "e-mail" ? bare : bare.replaceAll("-", " ");
}

/** Longest verb phrase, in words. */
export const MAX_VERB_WORDS = 3;

/** Words after which an ambiguous word is a verb: "book the hotel", "message Bob", "order 3 pizzas". */
export const OBJECT_STARTS = new Set(
  words(`a an the my our his her their your its this that these those it them him me us all each every both another one two
   three any some everyone everybody anyone everything anything something whatever whichever what to up out back`),
);

/** Polite or chaining words that may stand before the verb of a request. */
export const LEAD_IN =
  /^(?:[\s,:;.!\-–—*•]+|(?:please|pls|kindly|also|and|then|next|after(?: that|wards)|finally|lastly|additionally|furthermore|moreover|besides|first(?:ly| of all)?|second(?:ly)?|third(?:ly)?|now|ok|okay|hi|hello|hey|so|just|simply|directly|immediately|lastly|plus|but|or|go ahead and|go on and|proceed to|you (?:should|must|need to|have to)(?: also| then)?|i(?: would|'d|’d) (?:like|love|appreciate) (?:it if you (?:could|would)|you to|for you to)|i (?:want|need|expect|ask) you(?: now| also)? to|i (?:would |'d )?appreciate it if you (?:could|would)|would you mind|i was (?:wondering|hoping) (?:if|that) you (?:could|would|can)|(?:it would|it['’]d) be (?:great|nice|good|helpful|awesome) if you (?:could|would|can)|(?:can|could|would|will) (?:you|u)(?: please| kindly| also| then| maybe| perhaps)?|do you think you (?:can|could)|are you able to|is it possible (?:for you )?to|it would be (?:great|nice|good) if you (?:could|would)|your (?:task|job|goal) is to|the task is to|try to|help me(?: out)?(?: to| by)?|help(?: us)? to|feel free to|be sure to|remember to|let's|let us|for me|while you're at it|if possible|with that(?: done)?|once (?:that's |that is )?done|when (?:that's |that is )?done|in the end|at the end|at the same time|as well)(?=[\s,:.!]|$))/i;

/** Refinements of the action before them: they are about how it is done, not another action. */
export const REFINEMENT =
  /^(?:(?:and|also|please|but|then)[\s,]+)*(?:(?:do not|don['’]t|never) forget|remember|make sure|be sure|ensure|be (?:very )?(?:precise|careful|specific)|include|mention|attach|use\b|keep|the (?:\w+ ){0,4}(?:should|must|is|are|has|have)\b|it (?:should|must|is|has)|(?:her|his|their|my) (?:\w+ ){0,3}(?:is|are)\b|you can (?:use|find|book|pay|do)|make (?:it|the \w+) (?:last|be|have)|book (?:\d+|an?|one|two|three|four|five|six) (?:hours?|minutes?))/i;

/** Not asked for: the verb that follows is forbidden or needless. */
export const NEGATED =
  /^(?:please[\s,]+)?(?:do not|don['’]t|never|no need to|without|avoid|instead of|rather than|you (?:do not|don['’]t|should not|shouldn['’]t|must not|need not) (?:need to |have to )?)\b/i;

/** What a person wishes for: a request only where the text asks for nothing else. */
export const WISH =
  /^(?:(?:and|also|so|but|hi|hello|hey)[\s,]+)*(?:i|we)(?:['’]d| would| will|['’]ll)?(?: really| also| just)? (?:like|love|want|wish|need|have|ought|prefer)(?:ed)?(?: also)? to\s+/i;

/** First-person and third-person narrative: background, never a request. */
export const NARRATIVE =
  /^(?:(?:and|also|so|but|because|since|as|hi|hello|hey)[\s,]+)*(?:i|we|he|she|they|it|this|there|these|those|my|our|his|her|their|someone|somebody|the [\w' -]{1,40}?)(?:['’](?:m|ve|ll|d|s|re))?\b/i;

/** Questions: read, whatever verbs stand in them. */
export const QUESTION =
  /^(?:(?:and|also|so|then|please|but|now|hi|hello|hey)[\s,]+)*(?:what|which|who|whom|whose|when|where|why|how|is|are|am|was|were|do|does|did|have|has|had|should|shall|may|might|can i|could i|can we|could we|will (?!you)|would (?!you)|can (?!you)|could (?!you))\b/i;

/** Things that are answered, not made, unless the text says where to put them. */
export const COMPOSED =
  /\b(?:summar(?:y|ies)|list|table|overview|poem|story|essay|explanation|comparison|recommendations?|suggestions?|itinerary|guess|estimate|decision|choice|sense|analysis|breakdown|answer|response|outline|description|translation|calculation|conclusion|draft|plan|review|report)\b/i;

/** Where something composed is put: then it is a change after all. */
export const DESTINATION =
  /\b(?:files?|documents?|docs?|folder|director(?:y|ies)|drive|calendar|inbox|channel|page|website|webpage|url|database|spreadsheet|sheet|repo(?:sitory)?|wiki|notion|disk|board|named|called|titled|event|reminder|ticket|issue|task)\b|⟦f\d+⟧/i;

/** What "make …" and "do …" come to, by their noun. */
export const MADE: ReadonlyArray<[RegExp, Family]> = [
  [/\b(?:payments?|transfers?|refunds?|transactions?|deposits?|donations?)\b/i, "pay"],
  [/\b(?:reservations?|bookings?)\b/i, "book"],
  [/\b(?:purchases?|orders?)\b/i, "buy"],
  [/\b(?:changes?|updates?|adjustments?|edits?|corrections?|modifications?)\b/i, "update"],
];

/** What "do …", "follow …" must be about to ask for a change. */
export const DOINGS =
  /\b(?:actions?|tasks?|to-?dos?|todos|instructions?|steps?|requests?|items?|things?|everything|work|changes?|updates?|payments?|orders?|what(?:ever)?|that|it|this|them|same|following)\b/i;

/** "For each user, …": the whole request is distributed. */
export const EACH = /\b(?:each|every|all (?:of )?(?:the |my |our |other |existing |new )*\w+s|everyone|everybody)\b/i;

/** Irregular past participles; the others are made by rule. */
export const IRREGULAR_PAST: Record<string, string[]> = {
  send: ["sent"],
  write: ["wrote", "written"],
  make: ["made"],
  put: ["put"],
  set: ["set"],
  pay: ["paid"],
  buy: ["bought"],
  give: ["gave", "given"],
  tell: ["told"],
  do: ["did", "done"],
  build: ["built"],
  run: ["ran", "run"],
  let: [],
  get: [],
  tip: ["tipped"],
  tag: ["tagged"],
  pin: ["pinned"],
  drop: ["dropped"],
  stop: ["stopped"],
  submit: ["submitted"],
  commit: ["committed"],
  log: ["logged"],
  flag: ["flagged"],
  plan: ["planned"],
  transfer: ["transferred"],
  cancel: ["cancelled", "canceled"],
  reset: ["reset"],
  repay: ["repaid"],
  "set up": ["set up"],
  "back up": ["backed up"],
  "carry out": ["carried out"],
  kick: ["kicked"],
  wipe: ["wiped"],
  swap: ["swapped"],
};

/** Past forms of a base verb: `create` → `created`. */
export function pastForms(verb: string): string[] {
  const irregular = IRREGULAR_PAST[verb];
  if (irregular) return irregular;
  if (verb.includes(" ")) return [];
  if (verb.endsWith("e")) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [`${verb}ed`];
}

/** The -ing form of a base verb: `create` → `creating`. */
export function ingForm(verb: string): string {
  if (/(?:[^aeiou]|[^aeo]u)[aeiou][ptgn]$/.test(verb) && verb.length <= 4) return `${verb}${verb.at(-1)}ing`;
  return verb.endsWith("e") && !verb.endsWith("ee") ? `${verb.slice(0, -1)}ing` : `${verb}ing`;
}

/** Every write verb with its family. */
export const WRITE_VERB_LIST: ReadonlyArray<{ verb: string; family: Family; ambiguous: boolean }> = [...VERBS].flatMap(
  ([verb, { family, ambiguous }]) => (family === null ? [] : [{ verb, family, ambiguous }]),
);
