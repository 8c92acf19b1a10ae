// What a model must read in a tool's description: when to use it, when not, and no tool that it does not have.
import type { LintFinding } from "../../../src-shared/cli/lint.ts";
import type { LintContext, LintedTool } from "./types.ts";

const USE_WHEN =
  /\b(?:use(?:d|ful)?|call|invoke|choose|pick)\b[^.]{0,60}?\b(?:when(?:ever)?|if|for|to|before|after|once)\b|\bwhen(?:ever)? (?:you|the user|a |an |the |it|they|there)|\buse (?:this|it)\b|(?:当|當|如果|若|需要|想要)[^。；;]{1,40}(?:时|時|使用|调用|呼叫|用)|(?:用于|用於|适用|適用|用来|用來|使用时机|使用時機)/i;
const NOT_WHEN =
  /\b(?:do not|don't|never|not to be|must not|should not|shouldn't|cannot be)\b[^.]{0,40}\b(?:use|used|call|called|for|when|if)\b|\bnot (?:for|when|if|meant|intended|suitable)\b|\b(?:use|call|prefer)\b[^.]{1,60}\binstead\b|\binstead of\b|\brather than\b|\bonly (?:when|if|for|after)\b|(?:不要|请勿|請勿|勿|不得|不能|不可|不应|不應)[^。；;]{0,20}(?:用|调用|呼叫|使用)|(?:不用于|不用於|不适用|不適用|改用|而不是|仅用于|僅用於|只用于|只用於|仅在|僅在)/i;
/** A tool's name in brackets, as contracts name the one to use instead. */
const NAMED_TOOL = /[(（]([a-z][a-z0-9]*(?:_[a-z0-9]+)+)[)）]/g;

export function descriptionFindings({ tools }: LintContext): LintFinding[] {
  return tools
    .filter(({ known }) => known)
    .flatMap((tool) => [...whenFindings(tool, tools.length), ...absentTools(tool, tools)]);
}

function whenFindings({ contract }: LintedTool, count: number): LintFinding[] {
  const findings: LintFinding[] = [];
  const about = { grade: "contract_test" as const, tools: [contract.name], field: null };
  if (contract.use_when.trim() === "" && !USE_WHEN.test(contract.description))
    findings.push({
      ...about,
      rule: "no_use_when",
      severity: "error",
      message:
        contract.description.trim() === ""
          ? `${contract.name} has no description: a model has its name alone to go by.`
          : `The description of ${contract.name} does not say when to use it.`,
      mend: `Say it in the words of a request, e.g. "Use when …", in the description or as use_when.`,
    });
  // A tool that stands alone has none to be mistaken for.
  if (count > 1 && contract.not_when.trim() === "" && !NOT_WHEN.test(contract.description))
    findings.push({
      ...about,
      rule: "no_not_when",
      severity: "warning",
      message: `The description of ${contract.name} does not say when not to use it.`,
      mend: `Name the case that is nearest to it and the tool to use there, e.g. "Not when … (other_tool)".`,
    });
  return findings;
}

function absentTools({ contract }: LintedTool, tools: readonly LintedTool[]): LintFinding[] {
  const known = new Set(
    tools.flatMap((tool) => [
      tool.contract.name,
      ...tool.takes.map(({ name }) => name),
      ...tool.gives.map(({ name }) => name),
    ]),
  );
  const text = `${contract.description} ${contract.use_when} ${contract.not_when}`;
  const absent = [...new Set([...text.matchAll(NAMED_TOOL)].map((match) => match[1] ?? ""))].filter(
    (name) => !known.has(name),
  );
  return absent.map((name) => ({
    rule: "names_absent_tool",
    severity: "warning",
    grade: "contract_test",
    tools: [contract.name],
    field: null,
    message: `The description of ${contract.name} sends the model to ${name}, which it is not offered.`,
    mend: `Offer ${name} too, or leave its name out of the description.`,
  }));
}
