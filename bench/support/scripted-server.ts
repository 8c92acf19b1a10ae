// A scripted OpenAI-compatible server in a process of its own: one tool call a turn for N turns, then a stop. No think time.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => {
    if (request.url?.endsWith("/models")) {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "bench", object: "model" }] }));
      return;
    }
    // How far the conversation is: counted in the text, since parsing it would be the server's time, not the client's.
    const turns = Number(/"model":"bench-(\d+)"/.exec(body)?.[1] ?? "1");
    const done = body.split('"role":"tool"').length - 1;
    response.setHeader("content-type", "text/event-stream");
    for (const line of reply(done, turns)) response.write(`data: ${line}\n\n`);
    response.end("data: [DONE]\n\n");
  });
});

function reply(done: number, turns: number): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    JSON.stringify({
      id: "chatcmpl-bench",
      object: "chat.completion.chunk",
      created: 1,
      model: "bench",
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  if (done >= turns) {
    return [chunk({ role: "assistant", content: "All" }), chunk({ content: " done." }), chunk({}, "stop")];
  }
  const call = (more: object) => ({ tool_calls: [{ index: 0, ...more }] });
  return [
    chunk({ role: "assistant", content: null }),
    chunk(call({ id: `call_${done}`, type: "function", function: { name: "read_page", arguments: "" } })),
    ...[`{"pa`, `ge":`, `${done * 7919}`, `}`].map((piece) => chunk(call({ function: { arguments: piece } }))),
    chunk({}, "tool_calls"),
    JSON.stringify({
      id: "chatcmpl-bench",
      object: "chat.completion.chunk",
      created: 1,
      model: "bench",
      choices: [],
      usage: { prompt_tokens: 100 + done, completion_tokens: 12, total_tokens: 112 + done },
    }),
  ];
}

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);
});
