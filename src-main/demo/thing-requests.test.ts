import { expect, test } from "vitest";
import { answerFrom, fieldFor, fieldsOf } from "./thing-answers.ts";
import { readRequest } from "./read-request.ts";
import { thingRequests } from "./thing-requests.ts";

test.each<[string, string[]]>([
  ["Which jazz events are there?", ["which jazz"]],
  ["有哪些關於人工智慧的活動？", ["which 人工智慧"]],
  ["Save the Chamber Music Evening.", ["keep Chamber Music Evening"]],
  ["Bookmark Riverside Jazz and tell me where it is", ["ask Riverside Jazz: where", "keep "]],
  ["請幫我儲存「茶道體驗」這個活動。", ["keep 茶道體驗"]],
  ["请查一下机器人博览会还剩多少座位，然后收藏这个活动。", ["ask 机器人博览会: seats", "keep "]],
  ["布袋戲專場什麼時候開始？在哪裡？", ["ask 布袋戲專場: when", "ask : where"]],
  ["When and where is the Puppet Theatre?", ["ask Puppet Theatre: when", "ask Puppet Theatre: where"]],
])("%s", (text, requests) => {
  const read = thingRequests(readRequest(text).actions, text);
  expect(
    read.map(({ kind, words, asked }) => `${kind} ${words}${asked.length === 0 ? "" : `: ${asked.join(" ")}`}`),
  ).toEqual(requests);
});

test("an argument is filled by the first field of its name, the outer ones before the inner", () => {
  const fields = fieldsOf('{"data":{"stateVersion":1},"stateVersion":7,"event_id":"E-1"}');
  expect(["expected_state_version", "event_id", "note"].map((name) => fieldFor(name, fields))).toEqual([
    7,
    "E-1",
    null,
  ]);
  expect(fieldsOf("Event found: 2026-01-01")).toEqual([]);
});

test("an answer is taken from the field that is named like it, and a text answers only what stands in it", () => {
  expect(answerFrom('{"seats":120,"seats_left":4}', "seats")).toBe("seats left: 4");
  expect(answerFrom('{"seats":120}', "seats")).toBe("seats: 120");
  expect(answerFrom('{"a11y":5}', "access")).toBeNull();
  expect(answerFrom("Found: A, 2026-01-01, Hall, Taipei.", "when")).toBe("Found: A, 2026-01-01, Hall, Taipei.");
  expect(answerFrom("Found: A, 2026-01-01, Hall, Taipei.", "seats")).toBeNull();
});
