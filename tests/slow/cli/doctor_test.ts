/** The doctor's whole text in each situation, by the bundle as users start it; its advice for main.ts; old runtimes. */
import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { BESIDE, BUNDLE, bundle, parsersBeside } from "../../../packaging/bundle.ts";
import { CHECKOUT, NAME } from "../../../packaging/project.ts";
import { BUNDLE_CONFIG, VERSION } from "../../../src/cli/package.ts";
import { MIN_DENO_VERSION } from "../../../src/cli/runtime.ts";
import { fromRegistry } from "../../npm_programs.ts";
import { type CommandLine, DENO, fossickWith, isInstalled, MAIN, runToEnd, tempTree } from "../../program.ts";

await bundle();

const FILES = { "a.txt": "gold\n" };
const NO_THREAD = "the engine has no thread of its own: ";
const NO_PARSERS = "the parsers of source code can't be loaded: no outlines, no definitions.";
/** All checks, in their order. */
const CHECKS = ["reading", "settings", "grants", "hosts", "threads", "parsers", "watching"];

/** What is expected of the doctor. */
interface Situation {
  readonly root: string;
  /** The bundle that is started. */
  readonly script?: string;
  /** Grants beside that of reading the root. */
  readonly grants?: string;
  /** Deno's version and the program, if not this one's. */
  readonly deno?: readonly [version: string, program: string];
  /** Words before and after the command line. */
  readonly before?: readonly string[];
  readonly options?: readonly string[];
  /** Rows with another value than usual; `undefined`: no such row. */
  readonly rows?: Readonly<Record<string, string | undefined>>;
  /** The checks that fail. */
  readonly failed?: readonly string[];
  readonly notes?: readonly string[];
  readonly problems?: readonly string[];
  /** By default, how a host starts this copy. */
  readonly next?: string;
}

/** Runs the doctor and compares its whole output. */
async function diagnose(expected: Situation): Promise<void> {
  const { root, script = BUNDLE, grants = "", deno: [version, program] = [Deno.version.deno, Deno.execPath()] } =
    expected;
  const { before = [], options = [], failed = [], notes = [], problems = [] } = expected;
  const name = expected.deno === undefined ? DENO : "deno", flags = [`--allow-read=${root}`, ...words(grants)];
  const line = [program, "run", "--no-prompt", ...flags, script, "doctor", "--text", "--root", root, ...options];
  const config = `${name} run --no-prompt ${script} config HOST --root ${root}`;
  const rows = {
    roots: root,
    read: `1 files to search in ${root}, and a.txt was read`,
    engine: `threads 1; read:${root}`,
    main: "-",
    network: undefined,
    cache: "512 MB; watch",
    limits: "4000 ms; 8000 tokens",
    start: [name, "run --no-prompt", ...flags, script, "--root", root, ...options].join(" "),
    passed: CHECKS.filter((name) => !failed.includes(name)).join(", "),
    ...expected.rows,
  };
  const row = (label: string, value: string | undefined) =>
    value === undefined ? [] : [`${`${label}:`.padEnd(9)}${value}`];
  const text = [
    `fossick ${VERSION}, Deno ${version}`,
    ...Object.entries(rows).flatMap(([label, value]) => row(label, value)),
    ...notes.flatMap((text) => row("note", text)),
    ...problems.flatMap((text) => row("problem", text)),
    ...row("sandbox", problems.length === 0 ? "in force" : "not as narrow as it can be, or not shown to work"),
    ...row("next", expected.next ?? `have your host start it; this prints how, for HOST: ${config}`),
    "",
  ].join("\n");
  const [command = "", ...args] = [...before, ...line];
  const said = await runToEnd([command, ...args], { cwd: root });
  assertEquals(said, { code: problems.length === 0 ? 0 : 1, stdout: text, stderr: "" });
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}

/** The rows of an engine without a thread of its own. */
function onMainThread(root: string): Situation["rows"] {
  return { engine: `in-process; read:${root}`, main: undefined, cache: "512 MB; stat" };
}

Deno.test("where nothing is wrong the last line starts a host; else it says what to mend, which mends it", async () => {
  using files = tempTree(FILES);
  using place = tempTree({});
  const root = files.path, script = join(place.path, "fossick.js"), config = join(place.path, "deno.json");
  await diagnose({ root });
  for (const beside of [parsersBeside, (path: string) => path]) Deno.copyFileSync(beside(BUNDLE), beside(script));
  const why =
    "the deno.json that allows threads their own permissions is not beside this file: see docs/distribution.md";
  await diagnose({
    ...{ root, script, rows: onMainThread(root), failed: ["threads", "parsers"] },
    notes: [`${NO_THREAD}${why}.`, NO_PARSERS],
    next: `save this line as ${config}: ${JSON.stringify(BUNDLE_CONFIG)}`,
  });
  Deno.writeTextFileSync(config, JSON.stringify(BUNDLE_CONFIG));
  await diagnose({ root, script });
  Deno.writeTextFileSync(config, JSON.stringify(BESIDE));
  Deno.removeSync(parsersBeside(script));
  const next = `put fossick.parsers, which comes with fossick.js, into ${place.path}`;
  await diagnose({ root, script, failed: ["parsers"], notes: [NO_PARSERS], next });
});

Deno.test("a connection to the model in the clear is to be made by https", async () => {
  using files = tempTree(FILES);
  const root = files.path, host = "model.example", grants = `--allow-net=${host} --allow-env=FOSSICK_API_KEY`;
  const start = `${DENO} run --no-prompt --allow-read=${root} ${grants} ${BUNDLE} --root ${root} --provider-url`;
  await diagnose({
    ...{ root, grants, options: ["--provider-url", `http://${host}/v1`], rows: { network: `net:${host}:80` } },
    failed: ["settings"],
    problems: [`--provider-url is not https: anyone between here and ${host} can read the files and the key.`],
    next: `start it with: ${start} https://${host}/v1`,
  });
});

Deno.test("with few open files, the last line is the command that allows more", async () => {
  if (!isInstalled("bash")) return console.log("skipped: no bash");
  using files = tempTree(FILES);
  await diagnose({
    root: files.path,
    before: ["bash", "-c", 'ulimit -n 48; exec "$@"', "bash"],
    rows: onMainThread(files.path),
    failed: ["threads"],
    notes: [`${NO_THREAD}the system allows it too few open files (ulimit -n).`],
    next: "run this, then start fossick again: ulimit -n 1024",
  });
});

/** A limit of inotify in a user namespace, and the limit to raise. */
const WATCH_LIMITS = [
  [
    "max_inotify_watches",
    1,
    "max_user_watches=524288",
    "512 MB; watch",
    "partial: the quota fs.inotify.max_user_watches leaves room for some of 3 directories, so every call checks the others",
  ],
  [
    "max_inotify_instances",
    0,
    "max_user_instances=1024",
    "512 MB; stat",
    "off: the quota fs.inotify.max_user_instances is used up, so every call checks all 3 directories",
  ],
] as const;

for (const [limit, allowed, setting, cache, note] of WATCH_LIMITS) {
  Deno.test(`with ${allowed} as ${limit}, the last line is the command that raises the limit`, async () => {
    const script = `echo ${allowed} > /proc/sys/user/${limit} && exec "$@"`;
    const before = ["unshare", "--user", "--map-root-user", "sh", "-c", script, "sh"] as const;
    if ((await runToEnd([...before, "true"]).catch(() => undefined))?.code !== 0) {
      return console.log("skipped: no user namespace can be made here");
    }
    using files = tempTree({ ...FILES, "b/c/d.txt": "" });
    const root = files.path, file = `/etc/sysctl.d/60-${setting.split("=")[0]}.conf`;
    await diagnose({
      ...{ root, before, failed: ["watching"] },
      rows: { read: `2 files to search in ${root}, and a.txt was read`, cache },
      notes: [`watching is ${note} on disk. Raise it.`],
      next: `run this, then start fossick again: echo fs.inotify.${setting} | sudo tee ${file} && sudo sysctl --system`,
    });
  });
}

const NEEDS = `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is`;
const ADVICE = `upgrade it, or start fossick with: npx -y ${NAME}`;
const NPM = { ignore: Deno.build.os !== "linux" || !isInstalled("npm") };

Deno.test("an old Deno is to be upgraded", NPM, async () => {
  for (const [version, isOld] of [[MIN_DENO_VERSION, true], ["2.9.0", false]] as const) {
    using files = tempTree(FILES);
    const root = files.path, program = join(await fromRegistry(`deno@${version}`), "deno", "deno");
    const lacks = `Deno ${version} can't do all: from 2.9 on fossick watches directories, closes idle connections of ` +
      "HTTP and counts file names that are not UTF-8.";
    const next = "run this, then start fossick again: deno upgrade";
    const old = { rows: { cache: "512 MB; stat" }, failed: ["watching"], notes: [lacks], next };
    await diagnose({ root, deno: [version, program], ...isOld && old });
  }
});

Deno.test(
  "Bun, Node and a Deno that is too old are refused in one sentence, with what to type instead",
  NPM,
  async () => {
    const programs: Readonly<Record<string, CommandLine>> = {
      "Deno 2.5.6": [join(await fromRegistry("deno@2.5.6"), "deno", "deno"), "run", "--no-prompt"],
      "Bun 1.4.5": [join(await fromRegistry("bun@1.4.5"), ".bin", "bun")],
      "Node.js 24": [join(await fromRegistry("node@24.21.0"), ".bin", "node")],
    };
    for (const [name, program] of Object.entries(programs)) {
      for (const script of [BUNDLE, MAIN]) {
        const said = await runToEnd([...program, script, "doctor", "--lang", "en"]);
        assertEquals(said, { code: 2, stdout: "", stderr: `${NEEDS} ${name}; ${ADVICE}\n` });
      }
    }
  },
);

/** Grants (ROOT stands for the root) and options; then the exit code, the problems and the advice. */
type Case = readonly [flags: string, options: string, code: number, problems: readonly string[], next: string];

const RUN = `${DENO} run --no-prompt`, START = `start it with: ${RUN}`, AT_ROOT = `${MAIN} --root ROOT`;
const HTTP = "--http 127.0.0.1:8080", PROVIDER = "--provider-url https://127.0.0.1/v1";
const TOKENS = "'--allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY'";
const AS_BUNDLE = `start it with: ${DENO} task --cwd ${dirname(MAIN)} bundle && ${RUN} --allow-read=ROOT ` +
  `${join(CHECKOUT, "dist", "fossick.js")} --root ROOT`;

const CASES: readonly Case[] = [
  ["--allow-read=ROOT", "", 0, [], AS_BUNDLE],
  ["--allow-read", "", 1, ["--allow-read"], `${START} --allow-read=ROOT ${AT_ROOT}`],
  [
    "--allow-read=ROOT,/etc --allow-env --allow-run",
    "",
    1,
    ["--allow-run, --allow-env, --allow-read=/etc"],
    `${START} --allow-read=ROOT ${AT_ROOT}`,
  ],
  [
    "-A",
    `${HTTP} ${PROVIDER}`,
    1,
    ["--allow-write, --allow-run, --allow-sys, --allow-ffi, --allow-import, --allow-net, --allow-env, --allow-read"],
    `${START} --allow-read=ROOT '--allow-net=127.0.0.1:8080,127.0.0.1' ${TOKENS} ${AT_ROOT} ${HTTP} ${PROVIDER}`,
  ],
];

Deno.test("the doctor accepts a grant of the root alone, names needless grants, and advises the fewest", async () => {
  using files = tempTree({ "a.txt": "gold here\nnothing\n", "b/c.txt": "more gold\n", "bare/sub/x.txt": "" });
  const at = (text: string) => text.replaceAll("ROOT", files.path);
  for (const [flags, options, code, problems, next] of CASES) {
    const said = await runToEnd(fossickWith(words(at(flags)), "--root", files.path, ...words(options), "doctor"));
    const { problems: told, next: advised, read } = JSON.parse(said.stdout);
    const sentences = problems.map((names) => at(`granted or held beyond what is needed: ${names}.`));
    assertEquals([flags, said.code, told, advised], [flags, code, sentences, at(next)]);
    assertEquals(read, `3 files to search in ${files.path}, and a.txt was read`);
  }
});

Deno.test("a root that holds everything is a problem; a host that is not granted is named", async () => {
  const { code, stdout } = await runToEnd(fossickWith(["--allow-read=/"], "--root", "/", "doctor"));
  const { problems, next } = JSON.parse(stdout);
  assertEquals([code, problems], [1, [
    "the root / holds a home directory or the whole file system: all of it can be read. Give a narrower --root.",
  ]]);
  const line = `${RUN} --allow-read=DIR ${MAIN} --root DIR`;
  assertEquals(next, `open only the directory that the model works on, in place of DIR: ${line}`);

  using files = tempTree(FILES);
  const root = files.path, options = `${HTTP} --provider-url https://model.example/v1`;
  const other = await runToEnd(fossickWith([`--allow-read=${root}`], "--root", root, "doctor", ...words(options)));
  const said = JSON.parse(other.stdout), nets = "127.0.0.1:8080,model.example";
  const needs = `the network is not granted that --http or --provider-url needs: ${nets.replace(",", ", ")}.`;
  assertEquals([other.code, said.problems, said.limitations[0]], [0, [], needs]);
  const start = `${START} --allow-read=${root} '--allow-net=${nets}' ${TOKENS} ${MAIN} --root ${root} ${options}`;
  assertEquals(said.next, start);
});

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
