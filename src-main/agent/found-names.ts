// Names in a result beyond those of running English: what stands in a field for a name or title, single capitalised words, and words of Chinese and
// Japanese. Used to tell what a search brought; better one name too many than a search that brought something taken for barren.
import type { JsonValue } from "../../src-shared/prelude/json.ts";
import { isJsonObject } from "../../src-shared/prelude/json.ts";
import type { FoundValue } from "../diagnose/values.ts";
import { parseResult } from "../tools/parse-result.ts";

const NAME_FIELD =
  /(?:^|_)(?:name|title|subject|label|author|owner|person|user|sender|recipient|contact|city|place|location|venue|hotel|airline|company|topic|tag|from|to)s?$|[a-z](?:Name|Title)s?$|(?:名|名称|名稱|标题|標題|地点|地點|姓名)$/i;
/** Words of running text with a capital inside a sentence; several in a row are a name that `valuesIn` finds. */
const CAPITALISED = /(?<=[\p{Ll}\p{N},;:)] )\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
const LONGEST_NAME = 60;
/** Of a long result its first part is enough to tell that it brought something. */
const MOST_READ = 20_000;

/** Each name once. */
export function namesIn(text: string): FoundValue[] {
  const found = new Map<string, FoundValue>();
  const put = (name: string, field: string | null): void => {
    const value = name.normalize("NFKC").trim().toLowerCase();
    if (value !== "" && !found.has(value)) found.set(value, { kind: "name", value, text: name.trim(), field });
  };
  const visit = (node: JsonValue, field: string | null): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, field);
    else if (isJsonObject(node)) for (const [key, child] of Object.entries(node)) visit(child, key);
    else if (typeof node === "string") {
      if (field !== null && NAME_FIELD.test(field) && node.length <= LONGEST_NAME && /\p{L}/u.test(node))
        put(node, field);
      else scan(node, field, put);
    }
  };
  visit(parseResult(text.slice(0, MOST_READ)), null);
  return [...found.values()];
}

function scan(text: string, field: string | null, put: (name: string, field: string | null) => void): void {
  for (const [word] of text.matchAll(CAPITALISED)) if (!word.includes(" ")) put(word, field);
  if (!UNSPACED.test(text)) return;
  // A name that no dictionary holds comes in single characters.
  let pieces = "";
  const end = (): void => {
    if (pieces.length >= 2) put(pieces, field);
    pieces = "";
  };
  for (const { segment } of segmenter.segment(text)) {
    if (segment.length === 1 && UNSPACED.test(segment)) {
      pieces += segment;
      continue;
    }
    end();
    if (segment.length >= 2 && UNSPACED.test(segment)) put(segment, field);
  }
  end();
}
