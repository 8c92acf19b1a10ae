// Result fields that are named like another tool's argument and mean something else, and ids that go by two names.
import type { LintFinding } from "../../../src-shared/cli/lint.ts";
import type { SchemaField } from "./schema-fields.ts";
import { idNoun, isBareId, singular, toolNouns, toolWords } from "./tool-words.ts";
import type { LintContext, LintedTool } from "./types.ts";

export function fieldFindings(context: LintContext): LintFinding[] {
  return [
    ...idsNamedOtherwise(context),
    ...bareIdsOfOthers(context),
    ...sameNameOtherThing(context),
    ...twoIds(context),
  ];
}

/** The things an id at this path belongs to: the list or object it stands in, else what the tool is about. */
function ownersOf(tool: LintedTool, path: string): string[] {
  const parents = path
    .split("/")
    .slice(1, -1)
    .filter((part) => part !== "*");
  const parent = parents.at(-1);
  const words = parent === undefined ? [] : toolWords(parent);
  const generic = words.every((word) => GENERIC.has(word));
  return generic ? toolNouns(tool.contract.name) : words;
}

const GENERIC = new Set(
  "data result item entry row record option object value payload content list response".split(" "),
);

function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** The result calls it `id`, the next tool `file_id` (or the other way round), and nobody says that they are the same. */
function idsNamedOtherwise({ tools }: LintContext): LintFinding[] {
  const groups = new Map<
    string,
    {
      field: string;
      argument: string;
      givers: Map<string, string>;
      takers: Map<string, boolean>;
      grade: LintedTool["givesGrade"];
    }
  >();
  for (const giver of tools) {
    for (const field of giver.gives) {
      for (const taker of tools) {
        for (const argument of taker.takes) {
          if (!isRenamedId(giver, field, taker, argument)) continue;
          const key = `${field.name} ${argument.name} ${giver.givesGrade}`;
          const group = groups.get(key) ?? {
            field: field.name,
            argument: argument.name,
            givers: new Map(),
            takers: new Map(),
            grade: giver.givesGrade,
          };
          group.givers.set(giver.contract.name, field.path);
          const explained = saysWhere(argument.description, field.name);
          group.takers.set(taker.contract.name, (group.takers.get(taker.contract.name) ?? true) && explained);
          groups.set(key, group);
        }
      }
    }
  }
  return [...groups.values()].map(({ field, argument, givers, takers, grade }) => {
    const silent = [...takers].flatMap(([tool, explained]) => (explained ? [] : [tool]));
    const names = [...givers.keys()];
    const told = silent.length === 0;
    return {
      rule: "id_named_otherwise" as const,
      severity: told ? ("info" as const) : ("error" as const),
      grade,
      tools: [...new Set([...names, ...takers.keys()])],
      field: [...givers.values()][0] ?? null,
      message: `${names.join(", ")} ${names.length === 1 ? "gives" : "give"} "${field}" and ${[...takers.keys()].join(", ")} ${takers.size === 1 ? "takes" : "take"} "${argument}" for the same thing${told ? "; the argument's description says so" : ""}.`,
      mend: told
        ? `Nothing to mend; one name for both would still be safer.`
        : `Name the result's field "${argument}", or say in the description of ${argument} (${silent.join(", ")}) that it is the "${field}" of a result.`,
    };
  });
}

function isRenamedId(giver: LintedTool, field: SchemaField, taker: LintedTool, argument: SchemaField): boolean {
  if (giver.pack !== taker.pack) return false;
  const owners = ownersOf(giver, field.path);
  if (isBareId(field.name)) {
    const noun = idNoun(argument.name);
    if (noun === null || !owners.includes(noun)) return false;
    return !giver.gives.some(
      (other) => parentPath(other.path) === parentPath(field.path) && other.name === argument.name,
    );
  }
  const noun = idNoun(field.name);
  if (noun === null || !isBareId(argument.name) || giver === taker || !owners.includes(noun)) return false;
  return (
    toolNouns(taker.contract.name).includes(noun) &&
    !giver.gives.some((other) => isBareId(other.name) && parentPath(other.path) === parentPath(field.path))
  );
}

/** The argument's description says that it is this field of a result. */
function saysWhere(description: string, field: string): boolean {
  return (
    new RegExp(`(?<![\\w])${field.replace(/[^\w]/g, "\\$&")}(?![\\w])`, "i").test(description) &&
    /\bresults?\b|\breturned\b|\bgiven by\b|结果|結果|返回|回傳/i.test(description)
  );
}

/** One tool gives `id`, another takes `id`, and they are ids of different things. */
function bareIdsOfOthers({ tools }: LintContext): LintFinding[] {
  return tools.flatMap((giver) =>
    giver.gives
      .filter(({ name }) => isBareId(name))
      .flatMap((field): LintFinding[] => {
        const owners = ownersOf(giver, field.path);
        const takers = tools.filter((taker) => {
          const nouns = toolNouns(taker.contract.name);
          return (
            taker !== giver &&
            taker.takes.some((argument) => argument.name === field.name) &&
            nouns.length > 0 &&
            owners.length > 0 &&
            !nouns.some((noun) => owners.includes(noun))
          );
        });
        if (takers.length === 0) return [];
        const names = takers.map(({ contract }) => contract.name);
        return [
          {
            rule: "field_named_like_argument",
            severity: "error",
            grade: giver.givesGrade,
            tools: [giver.contract.name, ...names],
            field: field.path,
            message: `"${field.name}" is the id of a ${owners.join(" ")} in the result of ${giver.contract.name} and of something else as an argument of ${names.join(", ")}.`,
            mend: `Say whose id it is: name the field "${owners.at(-1)}_id", and the argument after what ${names[0]} acts on.`,
          },
        ];
      }),
  );
}

/** The same name for values that cannot be the same thing. */
function sameNameOtherThing({ tools }: LintContext): LintFinding[] {
  return tools.flatMap((giver) =>
    giver.gives.flatMap((field) => {
      if (isBareId(field.name)) return [];
      const byReason = new Map<string, string[]>();
      for (const taker of tools) {
        if (taker === giver) continue;
        for (const argument of taker.takes) {
          const why = argument.name === field.name ? difference(giver, field, taker, argument) : null;
          if (why !== null) byReason.set(why, [...(byReason.get(why) ?? []), taker.contract.name]);
        }
      }
      return [...byReason].map(([why, takers]): LintFinding => ({
        rule: "field_named_like_argument",
        severity: "error",
        grade: giver.givesGrade,
        tools: [giver.contract.name, ...takers],
        field: field.path,
        message: `"${field.name}" in the result of ${giver.contract.name} is named like an argument of ${takers.join(", ")} and means something else: ${why}.`,
        mend: `Rename the result's field, or leave it out of the public fields of ${giver.contract.name}.`,
      }));
    }),
  );
}

/** Why two fields of one name are not one thing; null where nothing speaks against it. */
function difference(giver: LintedTool, field: SchemaField, taker: LintedTool, argument: SchemaField): string | null {
  if (giver.pack !== taker.pack && idNoun(field.name) !== null)
    return `an id of ${giver.pack} is none of ${taker.pack}`;
  const [given, taken] = [scalarTypes(field), scalarTypes(argument)];
  if (given.length > 0 && taken.length > 0 && !given.some((type) => taken.includes(type)))
    return `it gives ${field.types.join(" or ")}, they take ${argument.types.join(" or ")}`;
  if (field.format !== null && argument.format !== null && field.format !== argument.format)
    return `it gives ${field.format}, they take ${argument.format}`;
  const allowed = argument.values;
  if (field.values !== null && allowed !== null && !field.values.some((value) => allowed.includes(value)))
    return `it gives ${list(field.values)}, they take ${list(allowed)}`;
  return null;
}

function list(values: readonly string[]): string {
  const shown = values.slice(0, 4).join(", ");
  return values.length > 4 ? `${shown} …` : shown;
}

/** A list gives its entries, a whole number is a number, and null is no value. */
function scalarTypes(field: SchemaField): string[] {
  if (field.types.includes("array")) return [];
  const types = field.types.filter((type) => type !== "null");
  return types.includes("number") && !types.includes("integer")
    ? [...types, "integer"]
    : types.includes("integer")
      ? [...types, "number"]
      : [...types];
}

/** One entry holds `id` and `file_id`, and both could be what the next tool takes. */
function twoIds({ tools }: LintContext): LintFinding[] {
  return tools.flatMap((giver) =>
    giver.gives
      .filter(({ name }) => isBareId(name))
      .flatMap((field): LintFinding[] => {
        const owners = ownersOf(giver, field.path).map(singular);
        const twin = giver.gives.find((other) => {
          const noun = parentPath(other.path) === parentPath(field.path) ? idNoun(other.name) : null;
          return noun !== null && owners.includes(noun);
        });
        const takers = twin
          ? tools.filter((taker) => taker !== giver && taker.takes.some(({ name }) => name === twin.name))
          : [];
        if (!twin || takers.length === 0) return [];
        return [
          {
            rule: "two_ids",
            severity: "error",
            grade: giver.givesGrade,
            tools: [giver.contract.name, ...takers.map(({ contract }) => contract.name)],
            field: field.path,
            message: `The result of ${giver.contract.name} has both "${field.name}" and "${twin.name}", and ${takers.map(({ contract }) => contract.name).join(", ")} takes "${twin.name}".`,
            mend: `Leave the one out that no tool takes, or give it a name of its own.`,
          },
        ];
      }),
  );
}
