import { CurrentCall, JSON_SPELLING } from "../../../src/format/current_call.ts";
import { assert, assertEquals } from "@std/assert";
import { consultAnswer, partialAnswerBody } from "../../../src/format/consult/consult_answer.ts";
import { estimateTokens } from "../../../src/format/token_estimate.ts";
import type { ConsultAnswer } from "../../../src/model/consultation.ts";
import type { ConsultReport } from "../../../src/model/report.ts";

const OPINION: ConsultAnswer = {
  answer: "It is fine.\nMostly.",
  model: "big",
  files: [{ path: "a.py", bytes: 30, truncated: false }, { path: "b\n.py", bytes: 3000, truncated: true }],
  leftOut: [{ path: "z.py", fault: { key: "consult_no_room", params: { path: "z.py", context: 4000 } } }],
  usage: { inputTokens: 900, outputTokens: 7 },
  cut: false,
};
const TOOL = {
  name: "consult_files",
  example: { files: ["a.py"], query: "?" },
  currentCall: new CurrentCall("consult_files", { files: ["a.py"], query: "?" }, JSON_SPELLING),
};
const LEFT: ConsultReport["leftOut"] = [{ path: "src", fault: { key: "consult_directory", params: { path: "src" } } }];

Deno.test("text and structured content have the reply and the list of files sent", () => {
  const { text, structured, parts: apart, ...rest } = consultAnswer(OPINION, LEFT, 0, "en", TOOL);
  const reasons = [
    'src is a directory; files are named one by one or by a pattern with an extension. Use "src/*.ext" with the extension ' +
    'you need, such as "src/*.md".',
    "z.py is left out: the model's context of 4000 tokens has no room for it beside the others. " +
    "Ask about fewer files at a time, or choose a model with a longer context.",
  ];
  const account = "[big was asked about 2 files, 3030 bytes; 900 tokens in, 7 out.]\na.py\t30\n" +
    `"b\\n.py"\t3000\t(only its beginning was sent)\n[left out: src: ${reasons[0]}]\n[left out: z.py: ${reasons[1]}]`;
  assertEquals(text, `It is fine.\nMostly.\n\n${account}`);
  assertEquals(apart, { result: "It is fine.\nMostly.", account });
  assertEquals(structured, {
    answer: "It is fine.\nMostly.",
    model: "big",
    files: OPINION.files,
    left_out: [{ path: "src", reason: reasons[0] }, { path: "z.py", reason: reasons[1] }],
    usage: { input_tokens: 900, output_tokens: 7 },
    truncated: false,
  });
  assertEquals(rest, { isError: false, found: true });
});

Deno.test("a reply over the budget is cut and marked, and so is a long list of files", () => {
  const answer = "A line of the answer, and it has words.\n".repeat(2000);
  const files = Array.from({ length: 900 }, (_, i) => ({ path: `src/file${i}.py`, bytes: 3, truncated: false }));
  const { text, structured } = consultAnswer({ ...OPINION, answer, files, leftOut: [] }, [], 2000, "en", TOOL);
  assert(estimateTokens(text) <= 2100 && estimateTokens(text) > 1000, `${estimateTokens(text)}`);
  assert(estimateTokens(JSON.stringify(structured)) <= 2100);
  assertEquals([structured.truncated, structured.truncated_by], [true, "token_budget"]);
  const hints = Array.isArray(structured.hints) ? structured.hints.map(String) : [];
  assertEquals(hints.map((hint) => hint.split(" ").slice(0, 3).join(" ")), [
    `${Array.isArray(structured.files) && structured.files.length} of 900`,
    "The answer was",
  ]);
  for (const hint of hints) assert(text.includes(hint));
  assert(answer.startsWith(String(structured.answer)) && text.startsWith(String(structured.answer)));
});

Deno.test("an answer whose list of files is shortened is marked as cut", () => {
  const files = Array.from({ length: 900 }, (_, i) => ({ path: `src/file${i}.py`, bytes: 3, truncated: false }));
  const { structured } = consultAnswer({ ...OPINION, files, leftOut: [] }, [], 1000, "en", TOOL);
  const shown = Array.isArray(structured.files) ? structured.files.length : 0;
  assertEquals(structured, {
    answer: OPINION.answer,
    model: "big",
    files: files.slice(0, shown),
    left_out: [],
    usage: { input_tokens: 900, output_tokens: 7 },
    truncated: true,
    truncated_by: "token_budget",
    hints: [`${shown} of 900 listed (token_budget).`],
  });
});

Deno.test("a budget of one token counts as a budget", () => {
  const files = [{ path: "src/file.py", bytes: 3, truncated: false }];
  const { structured } = consultAnswer({ ...OPINION, files, leftOut: [] }, [], 3, "en", TOOL);
  assertEquals([structured.files, structured.answer, structured.truncated], [[], "It", true]);
  const { fields } = partialAnswerBody("A line of the answer, and it has words.", 1, TOOL);
  assertEquals([fields.partial_answer, fields.truncated], ["", true]);
});

Deno.test("control characters are escaped in text, but not in structured content", () => {
  const { text, structured } = consultAnswer({ ...OPINION, answer: "a\x1b[31mb", model: "m\x07" }, [], 0, "en", TOOL);
  assert(text.startsWith("a\\x1b[31mb\n\n[m\\x07 was asked"));
  assertEquals(structured.answer, "a\x1b[31mb");
});

Deno.test("a partial reply keeps within the budget, with control characters escaped in text", () => {
  assertEquals(partialAnswerBody("half \ud83d\x1b[31m", 0, TOOL), {
    fields: { partial_answer: "half \ufffd\x1b[31m" },
    lines: ["", "partial_answer:", "half \ufffd\\x1b[31m"],
  });
  const partial = "A line of the answer, and it has words.\n".repeat(2000);
  const { fields, lines } = partialAnswerBody(partial, 2000, TOOL);
  const tokens = estimateTokens(lines.join("\n"));
  assert(tokens <= 2000 && tokens > 1000, `${tokens}`);
  assert(partial.startsWith(String(fields.partial_answer)));
  const cost = Math.ceil(estimateTokens(partial) / 0.9);
  const hint = `The answer was ~${cost} tokens and was cut to fit 2000. To get an answer of this length: ` +
    `max_output_tokens=${cost}`;
  assertEquals([fields.truncated, fields.truncated_by, fields.hints], [true, "token_budget", [hint]]);
  assertEquals(lines.at(-1), `[${hint}]`);
});

Deno.test("a reply has no lone surrogates, and the model's name is shortened", () => {
  const { text, structured } = consultAnswer(
    { ...OPINION, answer: "ok \ud800", model: "m".repeat(999) },
    [],
    0,
    "en",
    TOOL,
  );
  assertEquals([structured.answer, structured.model], ["ok \ufffd", "m".repeat(200)]);
  assert(text.isWellFormed());
});
