import fc from "fast-check";
import { expect, test } from "vitest";
import { StoredEvent } from "../../src-shared/trace/event.ts";
import { EventLog } from "./event-log.ts";

function event(seq: number): StoredEvent {
  return StoredEvent.parse({
    run: "r_0000000000000001",
    seq,
    at: 1000 + seq,
    v: 1,
    kind: "turn.ended",
    turn: 1,
    data: {},
  });
}

test("events that come in any order, some twice, end up in order and once", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 }),
      fc.nat(),
      (count, extra, seed) => {
        const seqs = Array.from({ length: count }, (_, index) => index + 1);
        const order = [...seqs, ...extra.filter((seq) => seq <= count)].toSorted(
          (a, b) => ((a * 7919 + seed) % 101) - ((b * 7919 + seed) % 101),
        );
        const log = new EventLog();
        for (const seq of order) log.add([event(seq)]);
        expect(log.snapshot().map((item) => item.seq)).toEqual(seqs);
        expect(log.hasGap).toBe(false);
      },
    ),
  );
});

test("an event that comes too early waits for the ones before it", () => {
  const log = new EventLog();
  log.add([event(1)]);
  expect(log.add([event(4), event(3)])).toBe(false);
  expect([log.last, log.hasGap]).toEqual([1, true]);
  expect(log.add([event(2)])).toBe(true);
  expect([log.last, log.hasGap]).toEqual([4, false]);
});

test("a snapshot is left alone by later events", () => {
  const log = new EventLog();
  log.add([event(1)]);
  const before = log.snapshot();
  log.add([event(2)]);
  expect(before.length).toBe(1);
});
