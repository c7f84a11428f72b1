import { assert, assertEquals } from "@std/assert";
import { consultAnswer } from "../../src/format/consult_answer.ts";
import { CurrentCall, JSON_SPELLING } from "../../src/format/current_call.ts";
import { estimateTokens } from "../../src/format/token_estimate.ts";
import type { ConsultAnswer } from "../../src/model/consultation.ts";
import type { ConsultReport } from "../../src/model/report.ts";

const ARGS = { files: ["a.py"], query: "?" };
const CALL = {
  budget: 0,
  notes: [],
  tool: { name: "consult_files", example: ARGS },
  currentCall: new CurrentCall("consult_files", ARGS, JSON_SPELLING),
};
const REPLY: ConsultAnswer = {
  answer: "It is fine.\nMostly.",
  model: "big",
  files: [
    { path: "a.py", bytes: 30, sentBytes: 30, sentTokens: 9, truncated: false },
    { path: "b\n.py", bytes: 3000, sentBytes: 800, sentTokens: 200, truncated: true },
  ],
  leftOut: [{ path: "z.py", fault: { key: "consult_no_room", params: { path: "z.py", cap: "4000 tokens" } } }],
  usage: { inputTokens: 900, outputTokens: 7 },
  cut: false,
};
const LEFT: ConsultReport["leftOut"] = [{ path: "src", fault: { key: "consult_directory", params: { path: "src" } } }];
const REASONS = [
  'src is a directory; files are named one by one or by a pattern with an extension. Use "src/*.ext" with the extension ' +
  'you need, such as "src/*.md".',
  "z.py is left out: with the question and the files before it, it exceeds 4000 tokens.",
];

Deno.test("text and structured content have the reply and the list of files sent", () => {
  const { text, structured, parts, ...rest } = consultAnswer(REPLY, LEFT, CALL);
  const account =
    `a.py\t30\n"b\\n.py"\t3000\t(only its beginning)\n[left out: src: ${REASONS[0]}]\n[left out: z.py: ${REASONS[1]}]` +
    "\n[big was asked about 2 files, 830 bytes; 900 tokens in, 7 out]";
  assertEquals(text, `It is fine.\nMostly.\n\n${account}`);
  assertEquals(parts, { result: "It is fine.\nMostly.", account });
  assertEquals(structured, {
    answer: "It is fine.\nMostly.",
    model: "big",
    files: REPLY.files.map(({ path, bytes, truncated }) => ({ path, bytes, truncated })),
    left_out: [{ path: "src", reason: REASONS[0] }, { path: "z.py", reason: REASONS[1] }],
    usage: { input_tokens: 900, output_tokens: 7 },
    truncated: false,
  });
  assertEquals(rest, { isError: false, found: true });
});

Deno.test("a reply over the budget is cut, so is a long list, and a reply that the model cut is marked", () => {
  const answer = "A line of the answer, and it has words.\n".repeat(2000);
  const files = Array.from({ length: 900 }, (_, i) => ({ ...REPLY.files[0], path: `src/file${i}.py` }));
  const { text, structured } = consultAnswer({ ...REPLY, answer, files, leftOut: [] }, [], { ...CALL, budget: 2000 });
  const shown = Object(structured.files).length, cost = [text, JSON.stringify(structured)].map(estimateTokens);
  assert(cost.every((tokens) => tokens <= 2000 && tokens > 1000), `${cost}`);
  assert(answer.startsWith(String(structured.answer)) && text.startsWith(String(structured.answer)));
  assertEquals([structured.truncated, structured.truncated_by], [true, "token_budget"]);
  const [higher, ...hints] = Object(structured.hints);
  assertEquals(hints, [`${shown} of 900 listed (token_budget).`]);
  assert(/^The answer was cut at its limit\. With a higher one: max_output_tokens=\d{5}$/.test(higher), higher);
  assert(text.endsWith(`\n[${higher}]\n[${hints[0]}]`), text.slice(-200));
  const cut = consultAnswer({ ...REPLY, cut: true }, [], CALL).structured;
  assertEquals([cut.truncated, cut.truncated_by, cut.hints], [true, "limit", [
    "The answer was cut at its limit. With a higher one: max_output_tokens=16384",
  ]]);
  assertEquals(consultAnswer(REPLY, LEFT, { ...CALL, budget: 1 }).structured.truncated, true);
});

Deno.test("control characters and lone surrogates of a model do no harm", () => {
  const odd = { ...REPLY, answer: "a\x1b[31mb \ud800", model: "m\x07".repeat(200) };
  const { text, structured } = consultAnswer(odd, [], CALL);
  assert(text.startsWith("a\\x1b[31mb \ufffd\n\na.py") && text.includes("\n[m\\x07") && text.isWellFormed(), text);
  assertEquals([structured.answer, structured.model], ["a\x1b[31mb \ufffd", "m\x07".repeat(100)]);
});
