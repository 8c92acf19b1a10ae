// Applies an endpoint's rules to a request, and finds the rule that an error calls for.
import type { Adaptation } from "../../../src-shared/trace/events/request-sent.ts";
import type { EndpointProfile, LearnedRule } from "../profile.ts";
import { RULES } from "./all-rules.ts";
import type { Complaint, Rule, WireRequest } from "./rule.ts";

export interface AdaptedRequest {
  request: WireRequest;
  adaptations: Adaptation[];
}

function isOn(rule: Rule, profile: EndpointProfile): boolean {
  return profile.rules[rule.name]?.on ?? rule.always;
}

/** The request as this endpoint needs it, with each change named. */
export function adaptRequest(request: WireRequest, profile: EndpointProfile): AdaptedRequest {
  let current = request;
  const adaptations: Adaptation[] = [];
  for (const rule of RULES) {
    if (!isOn(rule, profile)) continue;
    const applied = rule.apply(current, { profile, detail: profile.rules[rule.name]?.detail ?? null });
    if (!applied) continue;
    current = applied.request;
    adaptations.push({ rule: rule.name, detail: applied.detail });
  }
  return { request: current, adaptations };
}

/**
 * The profile with the one more rule that the complaint calls for, or null when none does. Only a rule that changes the
 * request counts; one that the user switched off is never switched on. `original` is the request before any rule.
 */
export function learnRule(
  complaint: Complaint,
  sent: WireRequest,
  original: WireRequest,
  profile: EndpointProfile,
): { profile: EndpointProfile; rule: string } | null {
  const before = JSON.stringify(sent);
  for (const rule of RULES) {
    const known = profile.rules[rule.name];
    if (known && !known.on) continue;
    const called = rule.calledFor(complaint, sent, isOn(rule, profile) ? (known?.detail ?? null) : null);
    if (called === false) continue;
    const detail = called === true ? null : called;
    if (isOn(rule, profile) && (detail === null || detail === (known?.detail ?? null))) continue;
    const learned: LearnedRule = { on: true, because: complaint.text.slice(0, 300), detail };
    const next = { ...profile, rules: { ...profile.rules, [rule.name]: learned } };
    if (JSON.stringify(adaptRequest(original, next).request) === before) continue;
    return { profile: next, rule: rule.name };
  }
  return null;
}
