// Almost-JSON → JSON text, in one pass: single or missing quotation marks, quotation marks inside strings, commas too
// many or too few, Python's literals, comments. Linear in the text, whatever it is; what it cannot read is null.

const DEEPEST = 200;
const QUOTES = "\"'`";
const LITERALS: Record<string, string> = {
  true: "true",
  True: "true",
  TRUE: "true",
  false: "false",
  False: "false",
  FALSE: "false",
  null: "null",
  None: "null",
  NULL: "null",
  undefined: "null",
  NaN: "null",
};
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const HEX4 = /^[0-9a-fA-F]{4}$/;
/** Characters of a key without quotation marks that are looked at. */
const LONGEST_KEY = 128;

/** The text as valid JSON; null when it cannot be read as one value. Words and numbers stand as they were. */
export function repairJson(text: string): string | null {
  const reader = new Reader(text);
  const value = reader.value(0, "top");
  if (value === null) return null;
  reader.skip();
  return reader.atEnd ? value : null;
}

type Place = "top" | "object" | "array";

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Passes over white space and comments. */
  skip(): void {
    for (;;) {
      while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
      if (this.#text.startsWith("//", this.#at)) {
        const end = this.#text.indexOf("\n", this.#at);
        this.#at = end < 0 ? this.#text.length : end;
      } else if (this.#text.startsWith("/*", this.#at)) {
        const end = this.#text.indexOf("*/", this.#at + 2);
        this.#at = end < 0 ? this.#text.length : end + 2;
      } else return;
    }
  }

  value(depth: number, place: Place): string | null {
    if (depth > DEEPEST) return null;
    this.skip();
    const char = this.#text[this.#at] ?? "";
    if (char === "{") return this.#object(depth);
    if (char === "[") return this.#array(depth);
    if (char !== "" && QUOTES.includes(char)) return this.#string(char, (at) => this.#endsValue(at, place));
    return this.#bare();
  }

  #object(depth: number): string | null {
    this.#at += 1;
    const members: string[] = [];
    for (;;) {
      this.#skipCommas();
      const char = this.#text[this.#at] ?? "";
      if (char === "}") {
        this.#at += 1;
        return `{${members.join(",")}}`;
      }
      const key =
        char !== "" && QUOTES.includes(char) ? this.#string(char, (at) => this.#endsKey(at)) : this.#bareKey();
      if (key === null) return null;
      this.skip();
      if (this.#text[this.#at] !== ":") return null;
      this.#at += 1;
      const value = this.value(depth + 1, "object");
      if (value === null) return null;
      members.push(`${key}:${value}`);
    }
  }

  #array(depth: number): string | null {
    this.#at += 1;
    const entries: string[] = [];
    for (;;) {
      this.#skipCommas();
      if (this.#text[this.#at] === "]") {
        this.#at += 1;
        return `[${entries.join(",")}]`;
      }
      const value = this.value(depth + 1, "array");
      if (value === null) return null;
      entries.push(value);
    }
  }

  #skipCommas(): void {
    this.skip();
    while (this.#text[this.#at] === ",") {
      this.#at += 1;
      this.skip();
    }
  }

  /** A string that ends at the first mark of its kind after which what follows fits; other marks are part of it. */
  #string(mark: string, ends: (after: number) => boolean): string | null {
    const text = this.#text;
    let result = '"';
    let from = this.#at + 1;
    let at = from;
    const take = (until: number) => {
      result += escaped(text.slice(from, until));
    };
    for (; at < text.length; at += 1) {
      const char = text[at];
      if (char === "\\") {
        take(at);
        const next = text[at + 1] ?? "";
        const known = '"\\/bfnrt'.includes(next) || (next === "u" && HEX4.test(text.slice(at + 2, at + 6)));
        if (next !== "" && known) result += `\\${next}`;
        else if (next !== "" && QUOTES.includes(next)) result += next;
        else result += `\\\\${escaped(next)}`;
        at += 1;
        from = at + 1;
      } else if (char === mark && ends(at + 1)) {
        take(at);
        this.#at = at + 1;
        return `${result}"`;
      }
    }
    return null;
  }

  #endsKey(after: number): boolean {
    return this.#text[this.#next(after)] === ":";
  }

  /** Behind the mark the value's container ends, or goes on with its next member. */
  #endsValue(after: number, place: Place): boolean {
    const at = this.#next(after);
    if (at >= this.#text.length) return true;
    const char = this.#text[at] ?? "";
    if (place === "top") return false;
    if (char === "}" || char === "]") return true;
    if (place === "array") return char === ",";
    const member = char === "," ? this.#next(at + 1) : at;
    if (char !== "," && !QUOTES.includes(char)) return false;
    const head = this.#text[member] ?? "";
    if (head === "}" || (head !== "" && QUOTES.includes(head) && char === ",")) return true;
    return MEMBER.test(this.#text.slice(member, member + LONGEST_KEY));
  }

  #next(from: number): number {
    let at = from;
    while (isSpace(this.#text.charCodeAt(at))) at += 1;
    return at;
  }

  #bareKey(): string | null {
    const match = /^[\p{L}_$][\p{L}\p{N}_$-]*/u.exec(this.#text.slice(this.#at, this.#at + LONGEST_KEY));
    if (!match) return null;
    this.#at += match[0].length;
    return JSON.stringify(match[0]);
  }

  /** A number, a literal, or a string without marks up to the end of its line or member. */
  #bare(): string | null {
    const from = this.#at;
    while (this.#at < this.#text.length && !",}]\n\r".includes(this.#text[this.#at] ?? "")) this.#at += 1;
    const word = this.#text.slice(from, this.#at).trim();
    const literal = LITERALS[word];
    if (literal !== undefined) return literal;
    if (NUMBER.test(word)) return word;
    return word === "" || /[{[:"'`]/.test(word) ? null : JSON.stringify(word);
  }
}

/** `"key":` or `key:` */
const MEMBER = /^(?:(["'`])[^"'`\n]{0,100}\1|[\p{L}_$][\p{L}\p{N}_$-]*)\s{0,20}:/u;

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13 || code === 0xa0;
}

/** The characters of a string's inside, made valid where they must not stand raw. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
