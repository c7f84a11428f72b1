/**
 * `deno task bench:load`: 64 concurrent calls of one host, 8 processes on one tree, small calls queued after large
 * ones. Compares every answer with the one of an idle server; exits 1 when one differs, or when a small call waited too
 * long. `--write` puts the figure into docs/evidence.md.
 * @module
 */
import { reportFigure } from "../../tools/evidence/report_figure.ts";
import { StdioHost } from "../../tests/stdio_host.ts";
import { fossickWith } from "../../tests/program.ts";
import { answersAlone, answerTo, type ConcurrentRun, type LoadCall, loadCalls, runConcurrently } from "./load_calls.ts";
import { plantTree } from "../plant_tree.ts";

const TREE = { files: 4000, bytes: 4500 };
const WIDTH = 64, PROCESSES = 8, CALLS = 640;
/** How many small calls are timed, and how many milliseconds one may take. */
const SMALL = 40, SMALL_MS = 200;
const SET_UPS = [
  { name: "threads", grant: () => "--allow-read" },
  { name: "in process", grant: (root: string) => `--allow-read=${root}` },
];

/** Large calls that delay others: a page of the default size, and as many lines as one answer can hold. */
const PAGE = { roots: ["."], group_by_file: true, timeout_ms: 30_000 };
const ALL = { ...PAGE, limit: 10_000, token_budget: 0 };
const LARGE = [
  { name: "a search for every line", args: PAGE, lanes: 1 },
  { name: "a search that shows 10,000 lines", args: ALL, lanes: 1 },
  { name: "four of these", args: ALL, lanes: 4 },
];
const small: LoadCall = { tool: "read_file", args: { path: ".gitignore" } };

const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-" }));
let bad = 0, answered = 0, slowestSmall = 0;
try {
  plantTree(root, TREE);
  console.log(`${TREE.files} files; ${navigator.hardwareConcurrency} processors`);
  for (const { name, grant } of SET_UPS) {
    console.log(`\n${name}`);
    await load(() => StdioHost.start(fossickWith([grant(root)], "--root", root)));
  }
} finally {
  Deno.removeSync(root, { recursive: true });
}
await reportFigure(
  "load",
  `${answered} calls from one host and from ${PROCESSES}, ${WIDTH} concurrent: ${bad} wrong or late; ` +
    `a small call after a large one: within ${slowestSmall} ms`,
);
Deno.exit(bad > 0 ? 1 : 0);

async function load(start: () => Promise<StdioHost>): Promise<void> {
  await using host = await start();
  const right = await answersAlone(host, loadCalls());
  tell(`${WIDTH} calls under way`, await runConcurrently(host, right, WIDTH, CALLS));
  for (const large of LARGE) await behind(host, large);
  await beside(start, right);
}

async function beside(start: () => Promise<StdioHost>, right: ReadonlyMap<LoadCall, string>): Promise<void> {
  const hosts = await Promise.all(Array.from({ length: PROCESSES }, start));
  try {
    const each = await Promise.all(
      hosts.map((host) => runConcurrently(host, right, WIDTH / PROCESSES, CALLS / PROCESSES)),
    );
    const times = each.flatMap(({ times }) => times).sort((a, b) => a - b);
    const wrong = each.flatMap(({ wrong }) => wrong), ms = Math.max(...each.map(({ ms }) => ms));
    tell(`${PROCESSES} processes, ${WIDTH / PROCESSES} calls under way in each`, { wrong, times, ms });
  } finally {
    for (const host of hosts) await host[Symbol.asyncDispose]();
  }
}

/** Times small calls while large ones keep running. A small call queued after one large call must be quick. */
async function behind(host: StdioHost, { name, args, lanes }: typeof LARGE[number]): Promise<void> {
  let over = false;
  const largeTimes: number[] = [], times: number[] = [];
  const work = Array.from({ length: lanes }, async () => {
    for (let i = 0; !over; i++) {
      largeTimes.push(await timed(host, { tool: "search_content", args: { ...args, query: `\\w+.{0,${i}}` } }));
    }
  });
  for (let i = 0; i < SMALL; i++) times.push(await timed(host, small));
  over = true;
  await Promise.all(work);
  const rising = times.sort((a, b) => a - b),
    slowest = at(rising, 1),
    theirs = at(largeTimes.sort((a, b) => a - b), 0.5);
  if (lanes === 1) slowestSmall = Math.max(slowestSmall, slowest);
  if (lanes === 1 && slowest > SMALL_MS) bad++;
  console.log(`  a small call after ${name} (${theirs} ms): median ${at(rising, 0.5)} ms, slowest ${slowest} ms`);
}

async function timed(host: StdioHost, call: LoadCall): Promise<number> {
  const sent = performance.now();
  await answerTo(host, call);
  return performance.now() - sent;
}

function tell(what: string, { wrong, times, ms }: ConcurrentRun): void {
  bad += wrong.length;
  answered += times.length;
  const rate = Math.round(times.length / ms * 1000);
  console.log(
    `  ${what}: ${times.length} calls, ${wrong.length} wrong, ${rate}/s, median ${at(times, 0.5)} ms, 95 % ${
      at(times, 0.95)
    } ms, slowest ${at(times, 1)} ms`,
  );
  for (const call of wrong.slice(0, 3)) console.log(`    wrong: ${JSON.stringify(call)}`);
}

/** A quantile of ascending numbers, rounded. */
function at(numbers: readonly number[], part: number): number {
  return Math.round(numbers[Math.min(numbers.length - 1, Math.floor(part * numbers.length))] ?? NaN);
}
