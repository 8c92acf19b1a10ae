// What one English imperative asks for: a change of some family, or to be told something.
import type { Clause } from "./clause.ts";
import { clause } from "./english-clause.ts";
import type { EnglishOptions } from "./english-verb.ts";
import { meansAfterBy, verbAt } from "./english-verb.ts";
import { caused } from "./english-wanted.ts";
import type { Family } from "./lexicon/families.ts";
import { COMPOSED, DESTINATION, DOINGS, MADE } from "./lexicon/english.ts";

/** What only introduces the list that follows it: "perform the following tasks in the order they are given:". */
export const INTRODUCES_LIST =
  /(?:following|below|as follows|these (?:tasks|steps|things|actions)|(?:tasks?|steps?|things|order|favou?r)[^.]{0,40}:(?!\s*⟦[qufc]\d+⟧))\s*[^.]*$|:\s*$/i;

/** "Pay attention", "give priority", "cancel nothing": a verb with one of these asks for no change. */
const NO_CHANGE =
  /^(?:(?:any|close|special|particular|extra|more|careful|due|no)\s+)*(?:attention|heed|regard|priority|preference|emphasis|weight|focus|consideration|thought)\b|^(?:nothing|none|neither|no (?:one|body|thing)|nobody)\b|^no (?!later\b|longer\b)\w+/i;

/** "Append X to each message", "add it to the e-mail": what goes into a message is part of sending it. */
const INTO_MESSAGE =
  /\b(?:to|in|into|at)\s+(?:the\s+)?(?:(?:end|beginning|start|bottom|top|body|text|subject)(?:\s+line)?\s+of\s+)?(?:the|each|every|all|both|that|this|my|your|her|his|their)?\s*(?:\w+\s)?(?:messages?|e-?mails?|repl(?:y|ies)|invitations?|dms?)\b(?! (?:list|folder|template|thread|channel))/i;

/** "Turn every action item into a task": made, not changed. */
const INTO_THING =
  /\binto (?:an? |the |new |separate )*(?:\w+ )?(?:tasks?|tickets?|events?|issues?|reminders?|to-?dos?|cards?)\b/i;

/** "Assign it to Priya", "set the priority to high": an attribute of what the request just made, if it made anything. */
const ATTRIBUTE =
  /^(?:it|them|(?:the|its|their) (?:\w+ )?(?:priority|title|subject|status|location|description|label|due date|deadline|color|colour|category|severity|duration|visibility|permissions?))\b/i;

/** "Set a reminder": made, not changed. */
const SET_THING =
  /^(?:up\s+)?(?:an?|one|another|the)\s+(?:\w+\s){0,3}(?:reminders?|alarms?|timers?|events?|appointments?|meetings?|calls?|tasks?)\b/i;

/** One imperative clause, or null when the text does not begin with a verb. */
export function imperative(text: string, options: EnglishOptions, strict: boolean): Clause | null {
  const causes = caused(text);
  if (causes !== null) return clause(text, { kind: "write", family: causes });
  const found = verbAt(text, options, true);
  if (!found) return null;
  const { verb, rest } = found;
  const read = clause(text, { kind: "read" });
  const write = (family: Family): Clause => clause(text, { kind: "write", family });
  if (verb === "get" && /\b(?:money|refund)\b.*\bback\b|^(?:me )?(?:a|the|my) refund\b/i.test(rest))
    return write("pay");
  if (verb === "get" && /^(?:him|her|them|⟦e\d+⟧|[A-Z]\w+) (?:in|into|onto|on)\b/.test(rest)) return write("invite");
  if (verb === "get" && /^(?:one|another|a new|a different|an? other)\b.*\binstead$/i.test(rest)) return write("buy");
  if (verb === "take") return taken(rest, read, write);
  if (verb === "note" && (/\bdown\b/i.test(rest) || /\b(?:in|into|on|to) (?:\w+ )?⟦f\d+⟧/i.test(rest)))
    return write("add");
  if (verb === "leave") return LEFT.test(rest) ? write("create") : null;
  if (verb === "use") return usedTo(rest, options, strict) ?? read;
  if (/^(?:turn|convert|transform)$/.test(verb) && INTO_THING.test(rest)) return write("create");
  if (found.family === null) {
    const means = toldInMessage(rest) ? "send" : meansAfterBy(rest);
    return means === null ? read : write(means);
  }
  if (NO_CHANGE.test(rest)) return read;
  const toMe = /^(?:me|us)\b/i.test(rest);
  switch (verb) {
    case "request":
      return write(MONEY.test(rest) ? "pay" : "send");
    case "return":
      if (MONEY.test(rest) && !toMe) return write("pay");
      return toMe ? read : write(found.family);
    case "block":
      return /\b(?:hours?|minutes?|mornings?|afternoons?|evenings?|days?|slots?|time|calendar)\b/i.test(rest)
        ? write("create")
        : write("update");
    case "submit":
    case "file":
      return write(FORMS.test(rest) ? "run" : found.family);
    case "remind":
      return write(toMe ? "create" : "send");
    case "turn":
    case "switch":
      return /\b(?:on|off|up|down|to|into|back)\b/i.test(rest) ? write("update") : null;
    case "tell":
    case "ask":
    case "give":
    case "send":
      return recipient(verb, rest, toMe, read, write);
    case "let":
      return !toMe && /\bknow\b/i.test(rest) ? write("send") : toMe ? read : null;
    case "do":
    case "perform":
    case "carry out":
    case "follow":
    case "handle":
    case "process":
    case "complete":
    case "finish":
    case "act on":
    case "work through":
    case "take care of":
      if (INTRODUCES_LIST.test(rest) && (strict || /:/.test(text) || /following/i.test(rest))) return null;
      return DOINGS.test(rest) ? { ...write("do"), shares: true } : read;
    case "make":
    case "write":
    case "create":
    case "generate":
    case "draft":
    case "prepare":
    case "compose":
    case "build":
    case "plan":
    case "rewrite":
    case "revise":
    case "shorten":
    case "put together":
    case "write down":
    case "note down":
    case "jot down":
      return composed(verb, rest, toMe, read, write);
    case "assign":
    case "set":
    case "mark":
    case "label":
    case "tag":
      if (verb === "set" && SET_THING.test(rest)) return write("create");
      return ATTRIBUTE.test(rest) ? { ...write("update"), refinement: true } : write("update");
    case "wake":
      return toMe ? write("create") : write("send");
    case "loop":
      return /\bin\b/i.test(rest) ? write("send") : null;
    case "open":
      return /\b(?:file|document|e?-?mail|page|link|website|url|article|folder|attachment)\b|⟦[fuq]\d+⟧/i.test(rest)
        ? read
        : write("create");
    case "add":
    case "append":
      if (/^(?:up\b|the numbers)/i.test(rest)) return read;
      return INTO_MESSAGE.test(rest) ? { ...write("add"), refinement: true } : write("add");
    case "put":
      if (/^(?:him|her|them|[A-Z]\w+) (?:in|into|on|onto)\b/.test(rest)) return write("add");
      return SET_THING.test(rest) ? write("create") : write(intoInbox(rest) ? "send" : found.family);
    case "transfer":
      return /\bfiles?\b|⟦f\d+⟧|\bownership\b/i.test(rest) ? write("update") : write("pay");
    case "schedule":
    case "set up":
      return write("create");
    default:
      return toMe && /^(?:update|inform|run|correct|alert|warn|place|settle|return|give|put|post|deliver)$/.test(verb)
        ? read
        : write(found.family);
  }
}

/** "Leave a comment on it", unlike "leave the rest as it is". */
const LEFT =
  /^(?:(?:an?|your|my|our|the|some|\d+|\w+-star)\s+(?:\w+[ -]){0,3})?(?:comments?|notes?|messages?|reviews?|feedback|tips?|ratings?|repl(?:y|ies))\b/i;

/** "Take it off the list", "take 10 % off the price", "take it into account". */
function taken(rest: string, read: Clause, write: (family: Family) => Clause): Clause {
  if (/\binto account\b/i.test(rest) || /^[\d⟦].*%?.*\boff\b/.test(rest)) return write("update");
  return /\boff(?:\s+(?:the|my|our|this|that|it)\b|$)|\bout of (?:the|my|our)\b/i.test(rest) ? write("delete") : read;
}

/** "Use the points to get …": what they are used for. */
function usedTo(rest: string, options: EnglishOptions, strict: boolean): Clause | null {
  const purpose = /^[^,]{1,80}?\bto\s+([a-z].*)$/i.exec(rest)?.[1];
  if (purpose === undefined) return null;
  const found = imperative(purpose, options, strict);
  return found !== null && found.kind === "write" ? found : null;
}

/** "Summarise it to Bob in a direct message", "… by e-mail to Ann": told to somebody, whatever the verb says. */
function toldInMessage(rest: string): boolean {
  return /\bto (?!me\b|us\b)[^,]{1,40}\b(?:in|by|via|through|over|as) (?:an? )?(?:direct |private |short )?(?:messages?|e-?mails?|dms?|sms|text|slack)\b|\b(?:in|by|via|through) (?:an? )?(?:direct |private |short )?(?:messages?|e-?mails?|dms?|sms) to (?!me\b|us\b)/i.test(
    rest,
  );
}

/** "Make the sheet read-only": changed, not made. */
const MADE_SO =
  /^(?:the|my|our|this|that|it|them|these|those|all)\b.*\b(?:read-only|readonly|public|private|visible|hidden|editable|shared|available|active|inactive|bigger|smaller|larger|louder|quieter|brighter|darker|warmer|cooler|recurring|mandatory|optional|executable|default)\b/i;

/** Handed in to some system, by a tool named after the thing. */
const FORMS = /\b(?:pull requests?|prs?|tickets?|issues?|forms?|applications?|claims?|bugs?|orders?|reports?)\b/i;

const MONEY =
  /\b(?:money|amount|differences?|payments?|refund|deposit|usd|eur|dollars?|euros?|pounds?|bill|rent|iban|how much|funds|fee)\b|[$€£]\s?\d|\d\s?[$€£]/i;

function intoInbox(rest: string): boolean {
  return /\b(?:in|into|to)\s+(?:[\w'’]+\s){0,3}inbox(?:es)?\b/i.test(rest);
}

function recipient(verb: string, rest: string, toMe: boolean, read: Clause, write: (family: Family) => Clause): Clause {
  if (toMe)
    return /\b(?:e-?mail|inbox|via|by (?:mail|message|sms))\b/i.test(rest) && verb === "send" ? write("send") : read;
  if (verb === "give") {
    if (
      /^(?:a|an|the|some|any|your|its|their|details?|examples?|information|only|just|in|as|all|each|it in|it as)\b/i.test(
        rest,
      ) &&
      !/\bto (?!the (?:question|point))/i.test(rest)
    )
      return read;
    if (/\b(?:access|permissions?|rights?)\b/i.test(rest)) return write("share");
    return MONEY.test(rest) ? write("pay") : write("send");
  }
  // "… and ask whether she likes it": part of the message before, as long as nobody else is named.
  if (verb === "ask" && /^(?:whether|if|about|when|where|what|why|how)\b/i.test(rest))
    return { ...write("send"), refinement: true };
  if (verb === "send" && /^(?:it|them|this|that|these|those|the [\w ]+?) back\b/i.test(rest) && !MONEY.test(rest))
    return write("do");
  if (
    verb === "send" &&
    MONEY.test(rest.replace(/\b(?:summary|e-?mail|message|list|reminder|note|file|document|link)\b.*$/i, ""))
  )
    return write("pay");
  return write("send");
}

/** "Write a summary" is answered; "write a summary into notes.txt" and "create an event" are changes; "make the payments" pays. */
function composed(
  verb: string,
  rest: string,
  toMe: boolean,
  read: Clause,
  write: (family: Family) => Clause,
): Clause | null {
  if (verb === "make") {
    if (/^(?:sure|sense|certain|use of)\b/i.test(rest)) return null;
    if (MADE_SO.test(rest) || /^(?:him|her|them|⟦e\d+⟧|[A-Z]\w+) (?:the|an?|our) /.test(rest)) return write("update");
    const made = MADE.find(([pattern]) => pattern.test(rest));
    if (made)
      return {
        ...write(made[1]),
        shares:
          /\b(?:payments|updates|changes|transfers|refunds|bookings|reservations|adjustments|edits|orders)\b/i.test(
            rest,
          ),
      };
  }
  const head =
    rest.split(
      /\b(?:of|for|about|from|that|which|who|with|based|according|in|into|to|on|as|named|called|titled|at|under|containing)\b/i,
    )[0] ?? "";
  const place =
    /(?<!\b(?:posted|stored|mentioned|listed|sent|shared|found|written|saved|contained|described|given|received)\s)\b(?:in|into|to|on|as|at|under|named|called|titled)\s+(.+)$/i.exec(
      rest,
    )?.[1] ?? "";
  const placed = DESTINATION.test(head) || DESTINATION.test(place.split(/\b(?:of|from|about|that|which)\b/i)[0] ?? "");
  if (/\b(?:e-?mails?|messages?|letters?|posts?|repl(?:y|ies))\b/i.test(head))
    return verb === "draft" && !placed ? read : write(/\bposts?\b/i.test(head) ? "create" : "send");
  if (/\bchannels?\b/i.test(place) && !/^create|^make|^build/.test(verb)) return write("send");
  if (/\b\d[- ]stars?\b.*\breview\b/i.test(head)) return write("create");
  if (intoInbox(rest) && !/\bmy (?:own )?inbox\b/i.test(rest)) return { ...write("send"), shares: true };
  if (toMe && !placed) return read;
  if (COMPOSED.test(head) && !placed) return read;
  if (
    (verb.startsWith("write") ||
      verb.endsWith("down") ||
      verb === "plan" ||
      verb === "draft" ||
      verb === "prepare" ||
      verb === "compose" ||
      verb === "generate") &&
    !placed
  )
    return verb === "write" && /⟦q\d+⟧/.test(rest) ? write("create") : read;
  if (/^(?:rewrite|revise|shorten)$/.test(verb)) return placed ? write("update") : read;
  return write("create");
}
