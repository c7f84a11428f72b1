/**
 * Runs a test file or a program on Windows.
 * @module
 */
import { outcomesOf, type TestOutcome, TestOutcomes } from "./outcomes.ts";
import type { Windows } from "./windows.ts";

/** Timeouts of a test file and of the corpus of attacks, in milliseconds. */
const TEST_TIMEOUT_MS = 600_000, CORPUS_TIMEOUT_MS = 900_000;

/** Arguments before a test file's path. */
const TEST = ["test", "-A", "--no-prompt", "--no-check", "--reporter=tap", "--preload=tools/windows/preload.ts"];

/**
 * Runs a test file.
 * @param without names of tests to leave out, since they would not end
 */
export async function runTests(file: string, without: readonly string[], windows: Windows): Promise<TestOutcome[]> {
  const env = { FOSSICK_LEFT_OUT: JSON.stringify(without) };
  const { text, code, said } = await run([...TEST, file], windows, { env });
  const outcomes = outcomesOf(text);
  const isWhole = code === 0 || outcomes.some(({ state }) => state === "failed");
  return isWhole ? outcomes : [...outcomes, { name: `${file} ends`, state: "failed", said: `${code} ${said}` }];
}

/** Runs a program that prints a list of outcomes. */
export async function runListed(file: string, windows: Windows): Promise<TestOutcome[]> {
  const { text, code, said } = await run(["run", "-A", "--no-prompt", "--no-check", file], windows, {
    timeoutMs: CORPUS_TIMEOUT_MS,
  });
  return code === 0 ? TestOutcomes.parse(JSON.parse(text)) : [{ name: `${file} ends`, state: "failed", said }];
}

/** Runs a program that must succeed; returns its one outcome. */
export async function runProgram(name: string, args: readonly string[], windows: Windows): Promise<TestOutcome[]> {
  const { code, text, said } = await run(args, windows);
  return [{ name, state: code === 0 ? "passed" : "failed", said: `exit ${code}: ${text.slice(-1000)}${said}` }];
}

/** Options of a run. */
interface Running {
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs Deno in the checkout on Windows. */
async function run(
  args: readonly string[],
  { deno, here }: Windows,
  { env, timeoutMs = TEST_TIMEOUT_MS }: Running = {},
) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), timeoutMs);
  const { code, stdout, stderr } = await new Deno.Command(deno, {
    args: [...args],
    cwd: here,
    env: { FOSSICK_BUNDLE: "dist/fossick.js", NO_COLOR: "1", ...env },
    stdin: "null",
    signal: stop.signal,
  }).output();
  clearTimeout(late);
  const decoder = new TextDecoder();
  return { code, text: decoder.decode(stdout), said: decoder.decode(stderr).slice(-2000) };
}
