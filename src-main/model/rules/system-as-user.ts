// Templates without a system role (Gemma, old Mistral): the system text opens the first user message.
import type { ChatMessage } from "../../../src-shared/trace/message.ts";
import { mergedMessage } from "./merge-messages.ts";
import { cachedChange, withFields } from "./rule.ts";
import type { Rule } from "./rule.ts";

const asUser = cachedChange((message) => withFields(message, { role: "user" }));

const COMPLAINT =
  /(?:system|developer)['"]? (?:role|message|prompt)s?.{0,40}(?:not (?:supported|allowed)|unsupported)|(?:unknown|unsupported|invalid|unexpected) (?:message )?role.{0,20}(?:system|developer)|only user and (?:assistant|model) roles|roles must alternate|must start with a user/i;

export const systemAsUser: Rule = {
  name: "system_as_user",
  description: "Sends the system prompt as the beginning of the first user message.",
  always: false,
  calledFor: (complaint, request) =>
    COMPLAINT.test(complaint.text) && request.messages.some((message) => isSystem(message)),
  apply(request) {
    if (!request.messages.some((message) => isSystem(message))) return null;
    const messages: ChatMessage[] = [];
    for (const message of request.messages) {
      const next = isSystem(message) ? asUser(message) : message;
      const last = messages.at(-1);
      if (last && last.role === "user" && next.role === "user")
        messages[messages.length - 1] = mergedMessage(last, next);
      else messages.push(next);
    }
    return { request: { ...request, messages }, detail: "sent the system prompt as part of the first user message" };
  },
};

function isSystem(message: ChatMessage): boolean {
  return message.role === "system" || message.role === "developer";
}
