// The table of contents of the rules, in the order in which they are applied (and asked whether an error calls for them).
import { argumentsAsObject } from "./arguments-as-object.ts";
import { contentAsParts } from "./content-as-parts.ts";
import { contentAsString } from "./content-as-string.ts";
import { contentNotNull } from "./content-not-null.ts";
import { contentNull } from "./content-null.ts";
import { dropParameters, maxCompletionTokens } from "./drop-parameters.ts";
import { dropReasoning } from "./drop-reasoning.ts";
import { emptyToolResult } from "./empty-tool-result.ts";
import { inlineThinking } from "./inline-thinking.ts";
import { mapToolNames } from "./map-tool-names.ts";
import { mergeAdjacentAssistant } from "./merge-adjacent-assistant.ts";
import { mergeSameRole } from "./merge-same-role.ts";
import { nineCharacterIds } from "./nine-character-ids.ts";
import { noTrailingAssistant } from "./no-trailing-assistant.ts";
import { oneCallPerMessage } from "./one-call-per-message.ts";
import { reasoningName } from "./reasoning-name.ts";
import { reasoningOrContent } from "./reasoning-or-content.ts";
import { reasoningRequired } from "./reasoning-required.ts";
import type { Rule } from "./rule.ts";
import { sanitiseSchemas } from "./sanitise-schemas.ts";
import { stripEmptyToolCalls } from "./strip-empty-tool-calls.ts";
import { systemAsUser } from "./system-as-user.ts";
import { systemFirst } from "./system-first.ts";
import { toolRoleAsUser } from "./tool-role-as-user.ts";
import { uniqueIds } from "./unique-ids.ts";
import { validArguments } from "./valid-arguments.ts";
import { withoutStreaming } from "./without-streaming.ts";

export const RULES: readonly Rule[] = [
  stripEmptyToolCalls,
  mergeAdjacentAssistant,
  validArguments,
  emptyToolResult,
  contentAsString,
  contentNotNull,
  reasoningName,
  reasoningRequired,
  reasoningOrContent,
  dropReasoning,
  inlineThinking,
  contentNull,
  uniqueIds,
  nineCharacterIds,
  oneCallPerMessage,
  argumentsAsObject,
  toolRoleAsUser,
  systemFirst,
  systemAsUser,
  mergeSameRole,
  contentAsParts,
  noTrailingAssistant,
  mapToolNames,
  sanitiseSchemas,
  ...dropParameters,
  maxCompletionTokens,
  withoutStreaming,
];
