import { assertEquals } from "@std/assert";
import { DENO, fossick, fossickWith, MAIN, runToEnd, tempTree } from "../program.ts";
import manifest from "../../deno.json" with { type: "json" };

const FILES = { "a.txt": "gold here\nnothing\n", "b/c.txt": "more gold\n" };

/** Command lines on the files, with what they print; a part of it where it ends or begins with `…`. */
const LINES: readonly (readonly [line: string, code: number, stdout: string, stderr: string])[] = [
  // The output is JSON unless it is a terminal, or text if asked; the exit codes are grep's.
  ["call search_content --query gold --total-only --text", 0, "2\n", ""],
  ["call read_file a.txt:2-2 --text", 0, "2. nothing\n…", ""],
  ["call search_content silver --json", 1, '{"total":0,…', ""],
  ["call read_file --path ../x", 2, '{"error":{"code":"PATH_OUTSIDE_ROOT",…', "PATH_OUTSIDE_ROOT: …"],
  ["call read_file nope --text --lang ja", 2, "", "NOT_FOUND: …"],
  ["call glob_files *.rs", 1, '{"mode":"directories","directories":[],…', "[searched 2 directories]\n"],
  ["config claude", 2, "", "fossick: config takes …"],
];

Deno.test("each line ends with its code, and prints its answer on stdout and remarks on stderr", async () => {
  using files = tempTree(FILES);
  const shown = (text: string, expected: string) =>
    expected.endsWith("…") ? `${text.slice(0, expected.length - 1)}…` : text;
  for (const [line, code, stdout, stderr] of LINES) {
    const said = await runToEnd(fossick(files.path, ...line.split(" ")));
    const all = [said.code, shown(said.stdout, stdout), shown(said.stderr, stderr)];
    assertEquals([line, ...all], [line, code, stdout, stderr]);
  }
});

const NO_OBJECT = "The arguments of search_content are not a JSON object in UTF-8 text of at most 64 MiB";

Deno.test("a call reads its arguments from stdin, in pieces of any size, and refuses anything but text", async () => {
  using files = tempTree(FILES);
  const [command, ...args] = fossick(files.path, "call", "search_content", "-", "--total-only");
  const asked = async (...pieces: readonly Uint8Array<ArrayBuffer>[]) => {
    const child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
    await ReadableStream.from(pieces).pipeTo(child.stdin);
    const { code, stdout, stderr } = await child.output();
    return [code, new TextDecoder().decode(code === 0 ? stdout : stderr).split("\n")[0]];
  };
  const text = new TextEncoder().encode(JSON.stringify({ query: "gold", roots: ["."] }));
  const spaces = new TextEncoder().encode(" ".repeat(200_000));
  const found = [0, '{"total":2,"truncated":false}'];
  assertEquals(await asked(text.slice(0, 7), text.slice(7)), found);
  assertEquals(await asked(spaces, text, spaces), found);
  assertEquals(await asked(), [2, `fossick: ${NO_OBJECT}: `]);
  assertEquals(await asked(Uint8Array.of(0x22, 0xff, 0x22)), [2, `fossick: ${NO_OBJECT}: …`]);
});

Deno.test("version and tools need no root and no permission", async () => {
  const line = (...args: string[]) => runToEnd(fossickWith([], ...args));
  assertEquals(await line("--version"), { code: 0, stdout: `fossick ${manifest.version}\n`, stderr: "" });
  const tools = await line("tools", "--json");
  assertEquals(
    [tools.code, JSON.parse(tools.stdout).map(({ name }: { name: string }) => name).includes("glob_files")],
    [0, true],
  );
});

Deno.test("a root that can't be served is reported with its name, and with the start that can serve it", async () => {
  using files = tempTree({ ...FILES, "x,y/z.txt": "", "my files/z.txt": "" });
  const root = files.path, start = `was not granted; start it with: ${DENO} run --no-prompt`;
  const cases: readonly (readonly [flag: string, root: string, message: string])[] = [
    ["--allow-env=X", root, `--allow-read=${root} ${start} --allow-read=${root} ${MAIN} --root ${root}`],
    [
      "--allow-env=X",
      `${root}/my files`,
      `--allow-read=${root}/my files ${start} '--allow-read=${root}/my files' ${MAIN} --root '${root}/my files'`,
    ],
    [`--allow-read=${root}`, `${root}/nope`, `--root ${root}/nope does not exist.`],
    [`--allow-read=${root}`, `${root}/a.txt`, `--root ${root}/a.txt is not a directory.`],
    [
      `--allow-read=${root}/x,y`,
      `${root}/x,y`,
      `Deno takes the comma in ${root}/x,y for the end of a path: start fossick in that directory without --root, or ` +
      "open the one above.",
    ],
  ];
  for (const [flag, root, message] of cases) {
    const said = await runToEnd(fossickWith([flag], "--root", root));
    assertEquals(said, { code: 2, stdout: "", stderr: `fossick: ${message}\n` });
  }
});

Deno.test("without --root the working directory is served, even with a comma in its name", async () => {
  using files = tempTree({ ...FILES, "x,y/z.txt": "" });
  const call = ["call", "glob_files", "--pattern", "**/z*", "--mode", "files", "--text"];
  const scoped = await runToEnd(fossickWith([`--allow-read=${files.path}`], ...call), { cwd: files.path });
  assertEquals(scoped, { code: 0, stdout: "x,y/z.txt\n", stderr: "" });
  const dot = await runToEnd(fossickWith(["--allow-read=."], ...call), { cwd: `${files.path}/x,y` });
  assertEquals(dot, { code: 0, stdout: "z.txt\n", stderr: "" });
});

Deno.test("an answer that time has cut says so, and ends with 2 although it found something", async () => {
  using files = tempTree({ "a.txt": "gold\n", "hard.txt": ("a".repeat(40) + "!\n").repeat(3000) });
  const call = ["call", "search_content", "gold|^(?=(a+)+$)", "--total-only", "--timeout-ms", "1000"];
  const { code, stdout } = await runToEnd(fossick(files.path, ...call));
  const { total, truncated_by: cutBy } = JSON.parse(stdout);
  assertEquals([code, total, cutBy], [2, 1, "timeout"]);
});

Deno.test("an interrupted call says so, with exit code 2", async () => {
  using files = tempTree({ "hard.txt": ("a".repeat(40) + "!\n").repeat(3000) });
  const [command, ...args] = fossick(
    files.path,
    "call",
    "search_content",
    "--roots",
    ".",
    "--query",
    "^(?=(a+)+$)",
    "--timeout_ms",
    "30000",
  );
  const child = new Deno.Command(command, { args, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  const output = child.output();
  await caught(child.pid);
  child.kill("SIGINT");
  const { code, stdout } = await output;
  assertEquals([code, JSON.parse(new TextDecoder().decode(stdout)).error.code], [2, "CANCELLED"]);
});

/**
 * Waits until process `pid` handles SIGINT (Linux shows it) and has used a second of processor time: while it starts,
 * the runtime has a handler of its own.
 */
async function caught(pid: number): Promise<void> {
  for (;;) {
    const mask = /^SigCgt:\s*(\w+)/m.exec(await Deno.readTextFile(`/proc/${pid}/status`))?.[1] ?? "0";
    const [user, system] = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(") ")[1].split(" ").slice(11, 13);
    if ((BigInt(`0x${mask}`) & 2n) !== 0n && Number(user) + Number(system) >= 100) return;
  }
}
