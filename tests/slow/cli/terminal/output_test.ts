import { assertEquals, assertMatch } from "@std/assert";
import { fossick, runToEnd, tempTree } from "../../../program.ts";
import { NO_TERMINAL, onTerminal as onTerminalLine, runOnTerminal } from "../../../cli/pseudo_terminal.ts";

const FILES = { "a.txt": "gold here\nnothing\n", "b/c.txt": "more gold\n" };
const SEARCH = ["call", "search_content", "--query", "gold"] as const;
const PLAIN = "a.txt:1:gold here\nb/c.txt:1:more gold\n[2 matches]\n";
const PATH = "\x1b[35m", NUMBER = "\x1b[32m", MATCH = "\x1b[1m\x1b[31m", OVER = "\x1b[39m", UNBOLD = "\x1b[22m";
const COLORED = `${PATH}a.txt${OVER}:${NUMBER}1${OVER}:${MATCH}gold${OVER}${UNBOLD} here\n` +
  `${PATH}b/c.txt${OVER}:${NUMBER}1${OVER}:more ${MATCH}gold${OVER}${UNBOLD}\n` +
  `\x1b[2m[2 matches]${UNBOLD}\n`;

function onTerminal(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: NO_TERMINAL !== undefined, fn });
}

onTerminal("on a terminal output is colored, unless the option, the environment or a pipe prevents it", async () => {
  using files = tempTree(FILES);
  const line = (...more: string[]) => fossick(files.path, ...SEARCH, ...more);
  const shown = async (...run: Parameters<typeof runOnTerminal>) => (await runOnTerminal(...run))[1];
  assertEquals(await shown(line()), COLORED);
  assertEquals(await shown(line("--color=never")), PLAIN);
  assertEquals(await shown(line(), "", { NO_COLOR: "1" }), PLAIN);
  assertEquals(await shown(line("--color", "always"), "", { NO_COLOR: "1" }), COLORED);
  assertEquals(JSON.parse(await shown(line("--json"))).total, 2);
  assertEquals(JSON.parse(await shown(line(), "| cat")).total, 2);
  assertEquals(await runToEnd(line("--text")), { code: 0, stdout: PLAIN, stderr: "" });
  for (const more of [["--text"], []]) {
    assertEquals(await runToEnd(line(...more, "--color=always")), { code: 0, stdout: COLORED, stderr: "" });
  }
  assertEquals(JSON.parse((await runToEnd(line("--json", "--color=always"))).stdout).total, 2);
});

onTerminal("an error is shown on stderr, and in no color", async () => {
  using files = tempTree(FILES);
  const line = fossick(files.path, "call", "read_file", "--path", "../x");
  const [code, both] = await runOnTerminal(line);
  assertEquals([code, both.slice(0, 19)], [2, "PATH_OUTSIDE_ROOT: "]);
  assertEquals(await runOnTerminal(line, "2>/dev/null"), [2, ""]);
});

onTerminal("a server started on a terminal says on stderr what it waits for", async () => {
  using files = tempTree(FILES);
  const said = async (...args: string[]) => {
    const [command, ...words] = onTerminalLine(fossick(files.path, ...args), `2>${files.path}/said`);
    // Ctrl-D ends the input after the sentence was written.
    const child = new Deno.Command(command, { args: words, stdin: "piped", stdout: "null" }).spawn();
    const writer = child.stdin.getWriter();
    while (await Deno.readTextFile(`${files.path}/said`).catch(() => "") === "") await yielded();
    await writer.write(new Uint8Array([4]));
    assertEquals((await child.status).code, 0);
    await writer.close().catch(() => {});
    return Deno.readTextFileSync(`${files.path}/said`);
  };
  const sentence =
    "fossick is an MCP server and waits for a client on stdin. Ctrl-C ends it; for more, see fossick --help.\n";
  assertEquals(await said(), sentence);
  assertEquals(await said("serve"), sentence);
  assertMatch(await said("--lang", "ja"), /^fossick は MCP サーバーです。.*\n$/);
  const { stderr } = await runToEnd(fossick(files.path));
  assertEquals(stderr, "");
});

/** One turn of the event loop. */
function yielded(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

onTerminal("nothing in a file's name, its text or the command line can control the terminal", async () => {
  const evil = "\x1b]0;title\x07\x9b31m\u202e\x7f\b";
  using files = tempTree({
    [`gold${evil}.txt`]: `gold ${evil} over\rwritten\r\n`,
    "plain.txt": `${evil} over\rwritten\r\n`,
  });
  const safe = async (...args: string[]) => {
    const [, written] = await runOnTerminal(fossick(files.path, ...args), "", { NO_COLOR: "1" });
    assertEquals(written.match(/(?!\n)\p{Cc}/gu), null, JSON.stringify(written));
  };
  await safe(...SEARCH);
  await safe(...SEARCH, "--group-by-file");
  await safe("call", "list_files", "--json");
  await safe("call", "read_file", "--path", "plain.txt");
  await safe("call", "read_file", "--path", "plain.txt", "--json");
  await safe("call", "read_file", "--path", `nope${evil}`);
  await safe("call", "read_file", `--pa${evil}`);
  await safe(`nope${evil}`);
});
