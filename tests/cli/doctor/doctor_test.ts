import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { CHECKOUT } from "../../../packaging/project.ts";
import { DENO, fossick, fossickWith, MAIN, runToEnd, tempTree } from "../../program.ts";
import { onMainThread, report } from "./report.ts";

const FILES = { "a.txt": "gold here\nnothing\n", "b/c.txt": "more gold\n" };

Deno.test("the doctor accepts a grant of the root alone, and names needless grants", async () => {
  using files = tempTree(FILES);
  const problems = async (flags: readonly string[], root = files.path, ...options: string[]) => {
    const { code, stdout } = await runToEnd(fossickWith(flags, "--root", root, ...options, "doctor"));
    return [code, ...JSON.parse(stdout).problems];
  };
  const enough = `--allow-read=${files.path} is enough.`;
  assertEquals(await problems([`--allow-read=${files.path}`]), [0]);
  assertEquals(await problems(["--allow-read"]), [1, `--allow-read was granted without a path: ${enough}`]);
  assertEquals(await problems([`--allow-read=${files.path},/etc`]), [
    1,
    `--allow-read covers /etc, which is outside the roots: ${enough}`,
  ]);
  assertEquals(await problems([`--allow-read=${files.path}`, "--allow-env", "--allow-run"]), [
    1,
    "--allow-run (or -A) was granted, and nothing needs it.",
    "--allow-env (or -A) was granted, and nothing needs it.",
  ]);
  const wide = [`--allow-read=${files.path}`, "--allow-env", "--allow-net"];
  assertEquals(await problems(wide, files.path, "--http", "8080"), [
    1,
    "--allow-net was granted without a host: --allow-net=127.0.0.1:8080 is enough.",
    "--allow-env was granted without a name: --allow-env=FOSSICK_TOKEN is enough.",
  ]);
  assertEquals(await problems(wide, files.path, "--http", "8080", "--provider-url", "https://127.0.0.1/v1"), [
    1,
    "--allow-net was granted without a host: --allow-net=127.0.0.1:8080,127.0.0.1 is enough.",
    "--allow-env was granted without a name: --allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY is enough.",
  ]);
  assertEquals((await problems(["-A"])).length, 9);
  assertEquals(await problems(["--allow-read=/"], "/"), [
    1,
    "the root / holds the whole file system: everything in it can be read. Give a narrower --root.",
  ]);
});

Deno.test("the doctor reads through the engine, and ends with the next thing to do", async () => {
  using files = tempTree({ ...FILES, "bare/sub/x.txt": "" });
  const told = async (flags: readonly string[], root: string, ...options: string[]) => {
    const { code, stdout } = await runToEnd(fossickWith(flags, "--root", root, ...options, "doctor"));
    const { read, next } = JSON.parse(stdout);
    return [code, read, next];
  };
  const root = files.path, line = `${DENO} run --no-prompt --allow-read=${root} ${MAIN} --root ${root}`;
  const read = `3 files to search in ${root}, and the beginning of a.txt`;
  assertEquals(await told([`--allow-read=${root}`], root), [0, read, startBundle(line)]);
  assertEquals(await told(["--allow-read"], root), [1, read, `start it with: ${line}`]);
  assertEquals((await told([`--allow-read=${root}`], `${root}/bare`)).slice(0, 2), [
    1,
    `1 file to search in ${root}/bare, and the beginning of sub/x.txt`,
  ]);
  assertEquals(
    (await told(["--allow-read=/"], "/"))[2],
    "open only the directory that the model works on, in place of DIR: " +
      `${DENO} run --no-prompt --allow-read=DIR ${MAIN} --root DIR`,
  );
  const http = "--http 127.0.0.1:8080 --provider-url https://127.0.0.1/v1";
  const grants = "'--allow-net=127.0.0.1:8080,127.0.0.1' '--allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY'";
  assertEquals(
    (await told(["-A"], root, ...http.split(" ")))[2],
    `start it with: ${line.replace(MAIN, `${grants} ${MAIN}`)} ${http}`,
  );
});

Deno.test("the doctor reads a file that a search would find, and another one only where there is none", async () => {
  using files = tempTree({ ".env": "KEY=1\n", "build/.env.copy": "", "src/a.ts": "", ".gitignore": "build\n" });
  const read = async (root: string) => JSON.parse((await runToEnd(fossick(root, "doctor"))).stdout).read;
  const root = files.path;
  assertEquals(await read(root), `1 file to search in ${root}, and the beginning of src/a.ts`);
  Deno.removeSync(`${root}/src/a.ts`);
  assertEquals(await read(root), `only hidden or ignored files in ${root}, and the beginning of .env`);
  assertEquals(await read(`${root}/src`), `0 files to search in ${root}/src`);
});

/** The advice to start the bundle instead of main.ts. @param line starts main.ts */
function startBundle(line: string): string {
  const bundle = join(CHECKOUT, "dist", "fossick.js"), build = `deno task --cwd ${dirname(MAIN)} bundle`;
  return `for a thread of its own, build the bundle and start that: ${build} && ${line.replace(MAIN, bundle)}`;
}

Deno.test("the command line that the doctor advises keeps every option", async () => {
  using files = tempTree(FILES);
  const options =
    "--profile default --tools read_file,search_content --answers text --token-budget 0 --timeout-ms 9000 --cache-mb 9 " +
    "--freshness stat --consult-allow *.pem --consult-allow a/b --color never";
  const { stdout } = await runToEnd(fossick(files.path, ...options.split(" "), "doctor"));
  const kept =
    "--tools 'read_file,search_content' --answers text --token-budget 0 --timeout-ms 9000 --cache-mb 9 --freshness stat " +
    "--consult-allow '*.pem' --consult-allow a/b";
  const start = `${DENO} run --no-prompt --allow-read=${files.path} ${MAIN} --root ${files.path} ${kept}`;
  const diagnosis = JSON.parse(stdout);
  assertEquals([diagnosis.start, diagnosis.next], [start, startBundle(start)]);
});

Deno.test("the doctor's text is for people: facts, then the verdict, and last the next thing to do", async () => {
  using files = tempTree(FILES);
  const said = async (rows: Readonly<Record<string, string>>, ...options: string[]) => {
    const root = files.path, start = `${DENO} run --no-prompt --allow-read=${root} ${MAIN}`;
    const line = [`${start} --root ${root}`, ...options].join(" ");
    assertEquals(await runToEnd(fossick(root, "doctor", "--text", ...options)), {
      code: 0,
      stdout: report({
        root,
        start,
        form: "source",
        rows: {
          read: `2 files to search in ${root}, and the beginning of a.txt`,
          ...onMainThread(root),
          ...rows,
          start: line,
        },
        notes: [
          "the engine has no thread of its own: the read grant covers the roots alone, not the engine's own module.",
        ],
        next: startBundle(line),
      }),
      stderr: "",
    });
  };
  await said({});
  await said(
    { cache: "9 MB", limits: "100 ms a call (at most 30000), 500 tokens an answer" },
    ..."--token-budget 500 --timeout-ms 100 --cache-mb 9".split(" "),
  );
  await said(
    { cache: "off", changes: "every call checks all files", limits: "4000 ms a call (at most 30000), no token limit" },
    ..."--token-budget 0 --cache-mb 0".split(" "),
  );
});

Deno.test("without a root that can be served the doctor says what to do, with exit code 2", async () => {
  using files = tempTree(FILES);
  const { path } = files, read = `--allow-read=${path}`;
  const narrow = `${DENO} run --no-prompt --allow-read=DIR ${MAIN} --root DIR`;
  const other = `next: open a directory that exists and can be read, in place of DIR: ${narrow}\n`;
  const cases: readonly (readonly [flags: readonly string[], root: string, stderr: string])[] = [
    [[read], `${path}/nope`, `fossick: --root ${path}/nope does not exist.\n${other}`],
    [[read], `${path}/a.txt`, `fossick: --root ${path}/a.txt is not a directory.\n${other}`],
    [
      [],
      path,
      `fossick: fossick may not read its root ${path}: start it with ${read}.\n` +
      `next: start it with: ${DENO} run --no-prompt ${read} ${MAIN} --root ${path}\n`,
    ],
  ];
  for (const [flags, root, stderr] of cases) {
    for (const output of ["--text", "--json"]) {
      const said = await runToEnd(fossickWith(flags, "--root", root, "doctor", output));
      assertEquals(said, { code: 2, stdout: "", stderr });
    }
  }
});

Deno.test("what the start refuses, the doctor refuses too: an address for other machines without a token", async () => {
  using files = tempTree(FILES);
  const grants = ["--allow-net=0.0.0.0:0", "--allow-env=FOSSICK_TOKEN"], root = files.path;
  const line = (...verb: string[]) =>
    fossickWith([`--allow-read=${root}`, ...grants], "--root", root, "--http", "0.0.0.0:0", ...verb);
  const flags = `--allow-read=${root} ${grants.join(" ")}`;
  const start = `FOSSICK_TOKEN=$(openssl rand -hex 32) ${DENO} run --no-prompt ${flags} ${MAIN} --root ${root}`;
  const [why, example] = (await runToEnd(line())).stderr.split("\n");
  assertEquals(example, `For example: ${start} --http 0.0.0.0:0`);
  const stderr = `${why}\nnext: start it with: ${start} --http 0.0.0.0:0\n`;
  assertEquals(await runToEnd(line("doctor"), { env: { FOSSICK_TOKEN: "" } }), { code: 2, stdout: "", stderr });
  assertEquals((await runToEnd(line("doctor"), { env: { FOSSICK_TOKEN: "t" } })).code, 0);
});

Deno.test("a host that is needed and not granted is named, with the command that grants it", async () => {
  using files = tempTree(FILES);
  const options = ["--http", "127.0.0.1:8080", "--provider-url", "https://model.example/v1"];
  const { code, stdout } = await runToEnd(fossick(files.path, "doctor", ...options));
  const { problems, limitations, next } = JSON.parse(stdout);
  assertEquals([code, problems, limitations.slice(0, 2)], [0, [], [
    "--allow-net=127.0.0.1:8080 was not granted: --http does not work.",
    "--allow-net=model.example was not granted: --provider-url does not work.",
  ]]);
  const grants = "'--allow-net=127.0.0.1:8080,model.example' '--allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY'";
  assertEquals(
    next,
    `start it with: ${DENO} run --no-prompt --allow-read=${files.path} ${grants} ${MAIN} --root ${files.path} ` +
      options.join(" "),
  );
});
