import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { CHECKOUT } from "../../../../packaging/project.ts";
import { DENO, fossick, fossickWith, MAIN, runToEnd, tempTree } from "../../../program.ts";

const FILES = { "a.txt": "gold here\nnothing\n", "b/c.txt": "more gold\n", "bare/sub/x.txt": "" };

/** Grants (ROOT stands for the root) and options; then the exit code, the problems and the advice. */
type Case = readonly [flags: string, options: string, code: number, problems: readonly string[], next: string];

const RUN = `${DENO} run --no-prompt`, START = `start it with: ${RUN}`, AT_ROOT = `${MAIN} --root ROOT`;
const HTTP = "--http 127.0.0.1:8080", PROVIDER = "--provider-url https://127.0.0.1/v1";
const NETS = "'--allow-net=127.0.0.1:8080,127.0.0.1' '--allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY'";

const CASES: readonly Case[] = [
  ["--allow-read=ROOT", "", 0, [], startBundle(`${RUN} --allow-read=ROOT ${AT_ROOT}`)],
  ["--allow-read", "", 1, ["--allow-read"], `${START} --allow-read=ROOT ${AT_ROOT}`],
  ["--allow-read=ROOT,/etc", "", 1, ["--allow-read=/etc"], `${START} --allow-read=ROOT ${AT_ROOT}`],
  [
    "--allow-read=ROOT --allow-env --allow-run",
    "",
    1,
    ["--allow-run, --allow-env"],
    `${START} --allow-read=ROOT ${AT_ROOT}`,
  ],
  [
    "-A",
    `${HTTP} ${PROVIDER}`,
    1,
    ["--allow-write, --allow-run, --allow-sys, --allow-ffi, --allow-import, --allow-net, --allow-env, --allow-read"],
    `${START} --allow-read=ROOT ${NETS} ${AT_ROOT} ${HTTP} ${PROVIDER}`,
  ],
];

Deno.test("the doctor accepts a grant of the root alone, names needless grants, and advises the fewest", async () => {
  using files = tempTree(FILES);
  const at = (text: string) => text.replaceAll("ROOT", files.path);
  for (const [flags, options, code, problems, next] of CASES) {
    const words = [...options.split(" ").filter((word) => word !== ""), "doctor"];
    const said = await runToEnd(fossickWith(at(flags).split(" "), "--root", files.path, ...words));
    const { problems: told, next: advised, read } = JSON.parse(said.stdout);
    const sentences = problems.map((names) => at(`granted or held beyond what is needed: ${names}.`));
    assertEquals([flags, said.code, told, advised], [flags, code, sentences, at(next)]);
    assertEquals(read, `3 files to search in ${files.path}, and a.txt was read`);
  }
});

Deno.test("a root that holds everything is a problem, whatever else is granted", async () => {
  const { code, stdout } = await runToEnd(fossickWith(["--allow-read=/"], "--root", "/", "doctor"));
  const { problems, next } = JSON.parse(stdout);
  assertEquals([code, problems], [1, [
    "the root / holds a home directory or the whole file system: all of it can be read. Give a narrower --root.",
  ]]);
  const line = `${RUN} --allow-read=DIR ${MAIN} --root DIR`;
  assertEquals(next, `open only the directory that the model works on, in place of DIR: ${line}`);
});

/** The advice to start the bundle instead of main.ts. @param line starts main.ts */
function startBundle(line: string): string {
  const bundle = join(CHECKOUT, "dist", "fossick.js"), build = `deno task --cwd ${dirname(MAIN)} bundle`;
  return `start it with: ${build} && ${line.replace(MAIN, bundle)}`;
}

Deno.test("without a root that can be served the doctor says what to do, with exit code 2", async () => {
  using files = tempTree(FILES);
  const { path } = files, read = `--allow-read=${path}`, line = `${RUN} --allow-read=DIR ${MAIN} --root DIR`;
  const other = `next: open only the directory that the model works on, in place of DIR: ${line}\n`;
  const cases: readonly (readonly [flags: readonly string[], root: string, stderr: string])[] = [
    [[read], `${path}/nope`, `--root ${path}/nope does not exist.\n${other}`],
    [[read], `${path}/a.txt`, `--root ${path}/a.txt is not a directory.\n${other}`],
    [[], path, `${read} was not granted; start it with: ${RUN} ${read} ${MAIN} --root ${path}\n`],
  ];
  for (const [flags, root, stderr] of cases) {
    for (const output of ["--text", "--json"]) {
      const said = await runToEnd(fossickWith(flags, "--root", root, "doctor", output));
      assertEquals(said, { code: 2, stdout: "", stderr: `fossick: ${stderr}` });
    }
  }
});

Deno.test("a host that is needed and not granted is named, with the command that grants it", async () => {
  using files = tempTree(FILES);
  const options = ["--http", "127.0.0.1:8080", "--provider-url", "https://model.example/v1"];
  const { code, stdout } = await runToEnd(fossick(files.path, "doctor", ...options));
  const { problems, limitations, next } = JSON.parse(stdout);
  assertEquals([code, problems, limitations[0]], [
    0,
    [],
    "the network is not granted that --http or --provider-url needs: 127.0.0.1:8080, model.example.",
  ]);
  const grants = "'--allow-net=127.0.0.1:8080,model.example' '--allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY'";
  assertEquals(
    next,
    `start it with: ${RUN} --allow-read=${files.path} ${grants} ${MAIN} --root ${files.path} ${options.join(" ")}`,
  );
});
