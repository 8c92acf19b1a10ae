// What a tool's name says: its words in one spelling, what it does, and the things it is about.

/** Verbs that a model takes for one another. */
const ALIKE: readonly (readonly string[])[] = [
  ["get", "fetch", "read", "retrieve", "load", "show", "view"],
  ["search", "find", "lookup", "query"],
  ["list", "browse", "enumerate"],
  ["delete", "remove", "erase", "drop", "destroy", "purge", "trash"],
  ["create", "make", "add", "new"],
  ["update", "edit", "modify", "change", "patch"],
  ["send", "submit", "dispatch"],
  ["save", "write", "store"],
];

const OTHER_VERBS = new Set(
  `append put set move copy rename share unshare run execute exec open close start stop enable disable lock unlock book hold reserve cancel
   pay buy order check count describe preview reply forward invite upload download export import sync archive restore schedule reschedule
   insert post ask is has can do convert translate calculate compute compare`.split(/\s+/),
);

/** Words that only narrow what is done, or join. */
const QUALIFIERS = new Set(
  `a an the all my new old any by of in into on at for from to with and or via using as v1 v2 v3 v4 latest recent full quick simple
   advanced detailed details detail info batch bulk multiple many one single current id ids name names filename`.split(
    /\s+/,
  ),
);

const VERB = new Map(ALIKE.flatMap((group) => group.map((verb) => [verb, group[0] ?? verb] as const)));

/** `searchFiles`, `search-files` and `search_file` → `search`, `file`. */
export function toolWords(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(singular);
}

/** A verb in the spelling that stands for those a model takes it for. */
export function canonicalVerb(word: string): string {
  return VERB.get(word) ?? word;
}

export function isVerb(word: string): boolean {
  return VERB.has(word) || OTHER_VERBS.has(word);
}

export function isQualifier(word: string): boolean {
  return QUALIFIERS.has(word) || /^\d+$/.test(word);
}

/** The things a tool is about: `get_file_by_id` → file, `find_hold` → hold. One word is its verb; others are things, whatever they are elsewhere. */
export function toolNouns(name: string): string[] {
  const words = toolWords(name);
  const alike = words.findIndex((word) => VERB.has(word));
  const verb = alike >= 0 ? alike : words.findIndex(isVerb);
  return words.filter((word, at) => at !== verb && !isQualifier(word));
}

const JOINTS = new Set("by in on for with from via using of to at".split(" "));

/** The one thing a tool is about: `get_day_calendar_events` → event, `search_contacts_by_email` → contact. Null: its name says none. */
export function headNoun(name: string): string | null {
  const words = toolWords(name);
  const joint = words.findIndex((word) => JOINTS.has(word));
  const nouns = toolNouns(name);
  const before = joint < 0 ? nouns : nouns.filter((noun) => words.indexOf(noun) < joint);
  return before.at(-1) ?? nouns.at(-1) ?? null;
}

/** A rough singular, the same for both spellings of a pair: `files` → `file`, `entries` → `entry`; `status` and `address` stay. */
export function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|news)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** A field that names an entity without saying of what kind. */
export function isBareId(name: string): boolean {
  return /^_?(?:id|uuid|identifier)_?$/i.test(name);
}

/** The kind of thing an id's name says: `file_id`, `fileId`, `fileID`, `file_uuid` → file; null for other names and bare ids. */
export function idNoun(name: string): string | null {
  const match = /^(.+?)(?:_(?:id|ids|uuid)_?|Ids?|IDs?|UUID)$/.exec(name);
  if (!match?.[1] || isBareId(name)) return null;
  return toolWords(match[1]).at(-1) ?? null;
}
