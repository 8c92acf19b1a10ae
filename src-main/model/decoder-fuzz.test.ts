// The same bytes, cut anywhere, give the same turn: every cut for bodies up to 16 KB, every line boundary and 500
// seeded places for larger ones.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { ResponseReader } from "./exchange/response-reader.ts";
import type { ReadResult } from "./exchange/response-reader.ts";
import { chunk, sse } from "./fixtures/loopback-server.ts";

const OFFERED = ["read_file", "write_file", "list_dir", "get_weather", "get_time"];
const SMALL = 16 * 1024;

const Cases = z.array(
  z.object({
    id: z.string(),
    repro: z.looseObject({
      response: z.looseObject({ status: z.number(), body: z.string() }).optional(),
      turns: z.array(z.looseObject({ status: z.number(), body: z.string() })).optional(),
    }),
  }),
);

function read(chunks: readonly Uint8Array[]): { result: ReadResult; lines: string[] } {
  const lines: string[] = [];
  const reader = new ResponseReader(OFFERED, {
    onLine: (line) => {
      lines.push(line);
      return line;
    },
    onShown: () => undefined,
  });
  for (const part of chunks) reader.push(part);
  return { result: reader.end(null), lines };
}

function bodies(): [string, string][] {
  const cases = Cases.parse(JSON.parse(readFileSync(new URL("fixtures/wild-cases.json", import.meta.url), "utf8")));
  const found: [string, string][] = [];
  for (const { id, repro } of cases) {
    const served = repro.response ? [repro.response] : (repro.turns ?? []);
    for (const [at, { status, body }] of served.entries()) {
      if (status === 200 && !body.startsWith("@")) found.push([`${id}.${at}`, body]);
    }
  }
  return [...found, ...Object.entries(OWN)];
}

/** Bodies of other kinds: line ends, comments, errors, wholes, and one larger than 16 KB. */
const OWN: Record<string, string> = {
  "CR only": sse([chunk({ content: "één ✅" }), chunk({}, "stop")]).replaceAll("\n", "\r"),
  "CRLF and LF mixed": sse([chunk({ content: "a" }), chunk({ content: "🦙b" }, "stop")]).replace("\n\n", "\r\n\n"),
  "LF CR LF": sse([chunk({ content: "a" }), chunk({ content: "b" }, "stop")]).replaceAll("\n\n", "\n\r\n"),
  "no blank lines": sse([chunk({ content: "a" }), chunk({ content: "b" }, "stop")]).replaceAll("\n\n", "\n"),
  "event names and ids": `event: message\nid: 1\n${sse([chunk({ content: "a" })], "")}event: error\ndata: {"message":"broke"}\n\n`,
  "error line": `${sse([chunk({ content: "a" })], "")}error: {"code":500,"message":"slot gone"}\n\n`,
  "error string": sse([chunk({ content: "a" }), { error: "out of memory" }]),
  "error under another key": sse([{ "error parsing tool call": "raw" }]),
  "whole completion": JSON.stringify(
    { choices: [{ message: { role: "assistant", content: "höi" }, finish_reason: "stop" }] },
    null,
    2,
  ),
  "one chunk a line": `${JSON.stringify(chunk({ content: "a" }))}\n${JSON.stringify(chunk({}, "stop"))}\n`,
  html: "<!doctype html>\n<html><title>Router</title><body>data: nothing</body></html>\n",
  "byte order mark": `\uFEFF${sse([chunk({ content: "a" }, "stop")])}`,
  "data split over two lines": 'data: {"choices":[{"delta":{"content":\ndata: "a"},"finish_reason":"stop"}]}\n\n',
  "done in many forms": `${sse([chunk({ content: "a" }, "stop")], "")}data:[DONE] \n\n`,
  "calls and thinking": sse([
    chunk({ reasoning: "北京 " }),
    chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "read_file", arguments: '{"path":"ü' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '.md"}' } }] }),
    chunk({ tool_calls: [{ index: 0, id: "b", function: { name: "get_time", arguments: "{}" } }] }, "tool_calls"),
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } },
  ]),
  large: sse([
    ...Array.from({ length: 220 }, (_, at) => chunk({ content: `Zeile ${at} – 漢字 🦙\n` })),
    chunk({}, "stop"),
  ]),
};

const CASES = bodies();

test.each(CASES)("%s gives the same turn however it is cut", (_name, body) => {
  const bytes = new TextEncoder().encode(body);
  const whole = JSON.stringify(read([bytes]));
  // Compared as text: a deep comparison for each cut would take most of the time.
  const different = cuts(bytes).filter(
    (at) => JSON.stringify(read([bytes.subarray(0, at), bytes.subarray(at)])) !== whole,
  );
  const single = bytes.length <= SMALL ? read(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))) : read([bytes]);
  expect({ different, single: JSON.stringify(single) }).toEqual({ different: [], single: whole });
});

test("the fixtures hold small and large bodies", () => {
  const sizes = CASES.map(([, body]) => Buffer.byteLength(body));
  expect({ small: sizes.some((size) => size <= SMALL), large: sizes.some((size) => size > SMALL) }).toEqual({
    small: true,
    large: true,
  });
});

function cuts(bytes: Uint8Array): number[] {
  if (bytes.length <= SMALL) return Array.from({ length: bytes.length - 1 }, (_, at) => at + 1);
  const places = new Set<number>();
  for (const [at, byte] of bytes.entries()) if (byte === 10 || byte === 13) places.add(at + 1);
  const random = seeded(20_240);
  for (let count = 0; count < 500; count += 1) places.add(1 + Math.floor(random() * (bytes.length - 1)));
  return [...places].filter((at) => at < bytes.length);
}

/** Mulberry32: the same places on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
