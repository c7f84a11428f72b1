/** Many calls at once, many calls over time, and much text: answers stay right, and memory stays bounded. */
import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { join, relative } from "@std/path";
import { median } from "../../../bench/measure/statistics.ts";
import { plantTree } from "../../../bench/plant_tree.ts";
import { memoryMb } from "../../process_stats.ts";
import { fossickWith, tempTree } from "../../program.ts";
import { LENGTH, type Random, seeded } from "../../seed.ts";
import { type Fields, StdioHost } from "../../stdio_host.ts";

type Call = readonly [tool: string, args: Fields];

const QUERIES = ["TODO", "\\w+Error\\b", "handle", "[a-z]{9,}", "zqzq", "needle in", "(?:et|ta)o+", "^\\s*a"];
const FORMS = ["total_only", "count_only_matches", "summary_only", "group_by_file"];

/** Calls of every kind for the tree of `plantTree`, with a timeout that they do not reach. */
const CALLS: readonly Call[] = [
  ...QUERIES.flatMap((query) => FORMS.map((form): Call => ["search_content", { query, [form]: true, limit: 300 }])),
  ...[0, 50, 100].map((skip): Call => ["search_content", { query: "TODO", skip, limit: 50 }]),
  ["find_and_grep", { query: "TODO", extensions: ["ts"], sort: "size", file_limit: 100 }],
  ["list_files", { extensions: ["md"], metadata: true }],
  ["list_files", { types: ["d"], depth: 2 }],
  ["glob_files", { pattern: "**/*.json", mode: "files" }],
  ["glob_files", { pattern: "a1/**/*.ts" }],
  ["read_file", { path: ".gitignore" }],
  ["read_file", { path: "nowhere.ts" }],
  ["search_content", { query: "(" }],
];

/** A server on a planted tree. */
async function planted(files: number, grant = "--allow-read") {
  const tree = tempTree({}), root = tree.path;
  plantTree(root, { files, bytes: 3000 });
  const host = await StdioHost.start(
    fossickWith([grant.replace("ROOT", root)], "--root", root, "--timeout-ms", "30000"),
  );
  const end = async () => {
    await host[Symbol.asyncDispose]();
    tree[Symbol.dispose]();
  };
  return { host, root, [Symbol.asyncDispose]: end };
}

/** An answer as text, without its time and its token estimate (which counts the time's digits). */
async function answerTo(host: StdioHost, [tool, args]: Call): Promise<string> {
  const isOwn = (key: string) => key.endsWith("_elapsed_ms") || key === "estimated_tokens";
  return JSON.stringify(await host.call(tool, args), (key, value) => isOwn(key) ? undefined : value);
}

for (const grant of ["--allow-read", "--allow-read=ROOT"]) {
  Deno.test(`64 concurrent calls get the answers of an idle server (${grant})`, async () => {
    await using server = await planted(300, grant);
    const { host } = server, right: string[] = [];
    for (const call of CALLS) right.push(await answerTo(host, call));
    // A step that is coprime to the number of calls, so that neighbours are of different kinds.
    const order = Array.from({ length: 192 }, (_, i) => i * 17 % CALLS.length).values(), wrong: Call[] = [];
    const lane = async () => {
      for (const i of order) if (await answerTo(host, CALLS[i]) !== right[i]) wrong.push(CALLS[i]);
    };
    await Promise.all(Array.from({ length: 64 }, lane));
    assertEquals(wrong, []);
  });
}

/** Intervals, in calls: a call is cancelled, a file is written; and the number of samples of memory. */
const ABANDON = 23, WRITE = 57, SAMPLES = 200;

Deno.test("mixed calls, some wrong and some cancelled, on a changing tree don't make a server grow", async () => {
  await using server = await planted(100);
  const { host, root } = server, random = seeded("soak"), total = 600 * LENGTH, megabytes: number[] = [];
  const paths = [...walkSync(root, { includeDirs: false })].map(({ path }) => relative(root, path));
  const files = paths.filter((path) => path !== ".gitignore");
  let next = 0, errors = 0;
  const lane = async () => {
    while (next < total) {
      const n = next++, [tool, args] = random.chance(0.4) ? random.pick(CALLS) : freshCall(random, files);
      if (n % ABANDON === 0) await host.abandon(tool, args);
      if (n % WRITE === 0) rewrite(random, join(root, random.pick(files)));
      if ("error" in await host.call(tool, args)) errors++;
      if (n % Math.ceil(total / SAMPLES) === 0) megabytes.push(memoryMb(host.pid));
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  assert(errors > 0 && errors < total / 2, `${errors} errors`);
  // A short run is mostly warm-up.
  const at = (part: number) => Math.floor(part * megabytes.length);
  const warm = median(megabytes.slice(at(0.2), at(0.4))), end = median(megabytes.slice(at(0.8)));
  console.log(`${total} calls: ${Math.round(warm)} MB after warming up, ${Math.round(end)} MB at the end`);
  if (LENGTH > 10) assert(end <= 1.1 * warm, `${warm} MB after warming up, ${end} MB at the end`);
});

/** A call that is new to the server. */
function freshCall(random: Random, files: readonly string[]): Call {
  const word = Array.from({ length: 2 + random.int(4) }, () => random.pick([..."etaoinshr"])).join("");
  const query = random.pick([word, `${word}\\w*`, `(${word}|TODO)\\b`, `${word}.{${random.int(9)}}$`]);
  const form = random.pick(FORMS), path = random.pick(files);
  return random.pick<Call>([
    ["search_content", { query, [form]: true, limit: 1 + random.int(200) }],
    ["search_content", { query, include_globs: [`*_${random.int(300)}*`] }],
    ["read_file", { path, start_line: 1 + random.int(50), max_lines: 20 }],
    ["read_file", { path: path + word }],
    ["list_files", { pattern: word, limit: 50 }],
    ["glob_files", { pattern: `**/*${word.slice(0, 1)}*.ts`, mode: "files" }],
    ["find_and_grep", { query, extensions: ["md"], sort: "mtime" }],
    ["search_content", { query: `${query}(` }],
  ]);
}

function rewrite(random: Random, path: string): void {
  const line = (_: unknown, i: number) => `line ${i} ${random.pick(["TODO", "handle", "x"])}\n`;
  Deno.writeTextFileSync(path, Array.from({ length: 1 + random.int(80) }, line).join(""));
}

/** Megabytes of text, of a file of it, and of memory that a server may use. */
const TEXT_MB = LENGTH > 1 ? 1024 : 160, FILE_MB = 8, LIMIT_MB = 512;

Deno.test(
  "text larger than the cache is searched in bounded memory",
  { ignore: Deno.build.os !== "linux" },
  async () => {
    using directory = tempTree({});
    const root = directory.path, line = "the quick brown fox jumps over the lazy dog, again and again and again\n";
    const text = line.repeat(Math.floor(FILE_MB * 2 ** 20 / line.length)), files = TEXT_MB / FILE_MB;
    for (let i = 0; i < files; i++) Deno.writeTextFileSync(`${root}/${i}.txt`, `${text}needle ${i}\n`);
    await using host = await StdioHost.start(fossickWith(["--allow-read"], "--root", root, "--cache-mb", "16"));
    for (const [query, found] of [["needle \\d+", files], ["needle", files], ["zqzq", 0]] as const) {
      const { total } = await host.call("search_content", { query, total_only: true, timeout_ms: 30_000 });
      assertEquals([query, total], [query, found]);
    }
    const peak = memoryMb(host.pid, "peak");
    assert(peak < LIMIT_MB, `${peak} MB`);
  },
);
