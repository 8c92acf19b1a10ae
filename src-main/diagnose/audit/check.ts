// One rule of the audit: what it says, and the pure function that looks for what breaks it.
import type { AuditViolation } from "../../../src-shared/cli/audit-document.ts";
import type { JsonValue } from "../../../src-shared/prelude/json.ts";
import type { Trail } from "./trail.ts";

export interface Examined {
  /** How many facts fall under the rule. */
  examined: number;
  violations: AuditViolation[];
}

export interface Check {
  name: string;
  /** One sentence for a person. */
  rule: string;
  examine: (trail: Trail, readBlob: ReadBlob) => Examined;
}

/** A stored body by its hash. Throws where it is missing. */
export type ReadBlob = (hash: string) => string;

/** Collects what breaks a rule while its facts are counted. */
export function examination(): Examined & {
  fact(): void;
  broken(message: string, ...seqs: (number | undefined)[]): void;
} {
  const violations: AuditViolation[] = [];
  return {
    examined: 0,
    violations,
    fact() {
      this.examined += 1;
    },
    broken(message, ...seqs) {
      violations.push({ message, seqs: seqs.filter((seq) => seq !== undefined) });
    },
  };
}

/** For messages: arguments in one line, cut. */
export function brief(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
