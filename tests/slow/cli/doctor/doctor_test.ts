/** The doctor's whole text in each situation, by the bundle as users start it. */
import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { BUNDLE, bundle, parsersBeside } from "../../../../packaging/bundle.ts";
import { BUNDLE_CONFIG } from "../../../../src/cli/package.ts";
import { onMainThread, report } from "./report.ts";
import { DENO, isInstalled, type ProgramResult, runToEnd, tempTree } from "../../../program.ts";
import { copiedBundle, doctorOf, startOf } from "./starts.ts";

await bundle();

const FILES = { "a.txt": "gold\n" };
const NO_THREAD = "the engine has no thread of its own: ";
const NO_PARSERS = "the parsers of source code can't be loaded: no outlines, no definitions.";

/** The result of a doctor that printed `stdout`. */
function printed(stdout: string, code = 0): ProgramResult {
  return { code, stdout, stderr: "" };
}

/** The last line where nothing is to be mended. @param start without `--root` */
function hostOf(start: string, root: string): string {
  const config = start.replace(/ --allow-read=\S+/, "");
  return `have your host start it; this prints how, for HOST: ${config} config HOST --root ${root}`;
}

Deno.test("where nothing is wrong, the last line prints how a host starts this copy", async () => {
  using files = tempTree(FILES);
  const root = files.path, start = startOf(BUNDLE, root);
  assertEquals(await runToEnd(doctorOf(BUNDLE, root)), printed(report({ root, start, next: hostOf(start, root) })));
});

Deno.test("without its deno.json, the last line is the file to write; written, it mends everything", async () => {
  using files = tempTree(FILES);
  using place = copiedBundle({ config: false });
  const root = files.path, start = startOf(place.path, root), config = join(dirname(place.path), "deno.json");
  const why =
    "the deno.json that allows threads their own permissions is not beside this file: see docs/distribution.md";
  const text = report({
    root,
    start,
    rows: { ...onMainThread(root), cache: "512 MB; stat" },
    failed: ["threads", "parsers"],
    notes: [`${NO_THREAD}${why}.`, NO_PARSERS],
    next: `save this line as ${config}: ${JSON.stringify(BUNDLE_CONFIG)}`,
  });
  const said = await runToEnd(doctorOf(place.path, root), { cwd: root });
  assertEquals(said, printed(text));
  Deno.writeTextFileSync(config, said.stdout.trimEnd().split(`${config}: `)[1]);
  const mended = report({ root, start, next: hostOf(start, root) });
  assertEquals(await runToEnd(doctorOf(place.path, root), { cwd: root }), printed(mended));
});

Deno.test("without its parsers, the last line says where to put them", async () => {
  using files = tempTree(FILES);
  using place = copiedBundle({});
  Deno.removeSync(parsersBeside(place.path));
  const root = files.path;
  const text = report({
    root,
    start: startOf(place.path, root),
    failed: ["parsers"],
    notes: [NO_PARSERS],
    next: `put fossick.parsers, which comes with fossick.js, into ${dirname(place.path)}`,
  });
  assertEquals(await runToEnd(doctorOf(place.path, root)), printed(text));
});

Deno.test("a connection to the model in the clear is to be made by https", async () => {
  using files = tempTree(FILES);
  const root = files.path, url = "http://model.example/v1", host = "model.example";
  const grants = `--allow-net=${host} --allow-env=FOSSICK_API_KEY`;
  const line = doctorOf(BUNDLE, root, `--allow-read=${root}`, ...grants.split(" "));
  const start = `${DENO} run --no-prompt --allow-read=${root} ${grants} ${BUNDLE}`;
  const text = report({
    root,
    start,
    rows: { network: "net:model.example:80", start: `${start} --root ${root} --provider-url ${url}` },
    failed: ["settings"],
    problems: [`--provider-url is not https: anyone between here and ${host} can read the files and the key.`],
    next: `start it with: ${start} --root ${root} --provider-url https://model.example/v1`,
  });
  assertEquals(await runToEnd([...line, "--provider-url", url]), printed(text, 1));
});

Deno.test("with few open files, the last line is the command that allows more", async () => {
  using files = tempTree(FILES);
  if (!isInstalled("bash")) return console.log("skipped: no bash");
  const root = files.path;
  const text = report({
    root,
    start: startOf(BUNDLE, root),
    rows: { ...onMainThread(root), cache: "512 MB; stat" },
    failed: ["threads"],
    notes: [`${NO_THREAD}the system allows it too few open files (ulimit -n).`],
    next: "run this, then start fossick again: ulimit -n 1024",
  });
  const said = await runToEnd(["bash", "-c", 'ulimit -n 48; exec "$@"', "bash", ...doctorOf(BUNDLE, root)]);
  assertEquals(said, printed(text));
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
    using files = tempTree({ ...FILES, "b/c/d.txt": "" });
    const limited = ["unshare", "--user", "--map-root-user", "sh", "-c"] as const;
    const script = `echo ${allowed} > /proc/sys/user/${limit} && exec "$@"`;
    if ((await runToEnd([...limited, script, "sh", "true"]).catch(() => undefined))?.code !== 0) {
      return console.log("skipped: no user namespace can be made here");
    }
    const root = files.path, file = `/etc/sysctl.d/60-${setting.split("=")[0]}.conf`;
    const text = report({
      root,
      start: startOf(BUNDLE, root),
      rows: { read: `2 files to search in ${root}, and a.txt was read`, cache },
      failed: ["watching"],
      notes: [`watching is ${note} on disk. Raise it.`],
      next: `run this, then start fossick again: echo fs.inotify.${setting} | sudo tee ${file} && sudo sysctl --system`,
    });
    assertEquals(await runToEnd([...limited, script, "sh", ...doctorOf(BUNDLE, root)]), printed(text));
  });
}
