// What a new suite or variant begins with, and the names that files may have.

export const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}\.(json|ya?ml)$/i;

export function firstText(kind: "suite" | "variant", file: string): string {
  const name = file.replace(/\.\w+$/, "");
  const isJson = /\.json$/i.test(file);
  if (kind === "variant") {
    return isJson
      ? `${JSON.stringify({ name, description: "", system_prompt: "You help the user with their files." }, null, 2)}\n`
      : `name: ${name}\ndescription: ""\nsystem_prompt: |\n  You help the user with their files.\n`;
  }
  const task = { id: "first", prompt: "Which file in the drive is the largest?", class: "single" };
  if (isJson) {
    const check = { kind: "environment", changes: [] };
    const tasks = [{ ...task, expected_tools: ["list_files"], checks: [check] }];
    return `${JSON.stringify({ name, packs: ["drive"], repeats: 3, tasks }, null, 2)}\n`;
  }
  return [
    `name: ${name}`,
    "packs: [drive]",
    "repeats: 3",
    "tasks:",
    `  - id: ${task.id}`,
    `    prompt: ${task.prompt}`,
    `    class: ${task.class}`,
    "    expected_tools: [list_files]",
    "    checks:",
    "      # Nothing may change.",
    "      - { kind: environment, changes: [] }",
    "",
  ].join("\n");
}
