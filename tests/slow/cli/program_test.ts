/** The program in a shell: exit codes, pipes, --watch, terminals, signals. */
import { assertEquals, assertMatch } from "@std/assert";
import { NO_TERMINAL, onTerminal, runOnTerminal } from "../../cli/pseudo_terminal.ts";
import { HAS_PROC, pause } from "../../process_stats.ts";
import { type CommandLine, fossick, fossickWith, runToEnd, tempTree } from "../../program.ts";
import { StdioHost } from "../../stdio_host.ts";

const FILES = { "a.txt": "gold here\nnothing\n", "b/c.txt": "more gold\n" };
const SEARCH = ["call", "search_content", "--query", "gold"] as const;
const WATCH = [...SEARCH, "--total-only", "--watch"] as const;
const TERMINAL = { ignore: NO_TERMINAL !== undefined };

Deno.test("finding nothing before a limit cut the search is not 1, which would mean that there is nothing", async () => {
  using files = tempTree({ "a.txt": "none\n", "b.txt": "gold here\n" });
  const line = ["call", "find_and_grep", "--query", "gold", "--file-limit"];
  const codes = ["1", "2"].map(async (limit) => (await runToEnd(fossick(files.path, ...line, limit))).code);
  assertEquals(await Promise.all(codes), [2, 0]);
  const read = await runToEnd(fossick(files.path, ...line, "1", "--query", "silver", "--text"));
  assertEquals([read.code, read.stderr], [2, ""]);
});

Deno.test("a reader that leaves early is no error: the output ends quietly", async () => {
  // More than a pipe holds, so that the rest is written to a closed pipe.
  const names = Array.from({ length: 3000 }, (_, i) => [`a file with a long name ${i}`, ""]);
  using files = tempTree(Object.fromEntries(names));
  const all = ["call", "list_files", "--token-budget", "0", "--limit", "9000"];
  const script = '"$@" | head -c 10 >/dev/null; printf %s "${PIPESTATUS[0]}"';
  for (const words of [all, [...all, "--text"], ["tools", "--text"]]) {
    const { stdout, stderr } = await runToEnd(["bash", "-c", script, "bash", ...fossick(files.path, ...words)]);
    assertEquals([words, stdout, stderr], [words, "0", ""]);
  }
});

Deno.test("output that can't be written is reported with the reason", async () => {
  if (Deno.build.os !== "linux") return console.log("skipped: only Linux has /dev/full");
  using files = tempTree(FILES);
  const full = (to: string, ...args: string[]) =>
    runToEnd(["sh", "-c", `"$@" ${to}/dev/full`, "sh", ...fossick(files.path, "call", ...args)]);
  assertEquals((await full("2>", "read_file", "--path", "nope")).code, 2);
  const stderr = "fossick: The output can't be written: No space left on device (os error 28).\n";
  assertEquals(await full(">", "list_files"), { code: 2, stdout: "", stderr });
});

/** A running program and its output. */
class Running implements AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly #out: ReadableStreamDefaultReader<string>;
  #said = "";

  constructor([command, ...args]: CommandLine) {
    const pipes = { stdin: "piped", stdout: "piped", stderr: "inherit" } as const;
    this.child = new Deno.Command(command, { args, ...pipes, env: { NO_COLOR: "1" } }).spawn();
    this.#out = this.child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Waits until the new output matches, and consumes it up to the end of the match. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#said);
      if (found !== null) {
        this.#said = this.#said.slice(found.index + found[0].length);
        return found[0];
      }
      const { done, value } = await this.#out.read();
      if (done) throw new Error(`ended with: ${this.#said}`);
      this.#said += value;
    }
  }

  /** The exit code, after an interrupt if it is asked for, and the remaining output. */
  async end(signal?: "SIGINT"): Promise<[number, string]> {
    if (signal !== undefined) this.child.kill(signal);
    for (let next = await this.#out.read(); !next.done; next = await this.#out.read()) this.#said += next.value;
    return [(await this.child.status).code, this.#said];
  }

  /** Closes the pipe that the program writes to. */
  async leave(): Promise<void> {
    await this.#out.cancel();
  }

  async type(keys: string): Promise<void> {
    const input = this.child.stdin.getWriter();
    await input.write(new TextEncoder().encode(keys));
    input.releaseLock();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#out.cancel().catch(() => {});
    await this.child.stdin.close().catch(() => {});
    await this.child.status;
  }
}

Deno.test("in a pipe every new answer is a line of JSON, unchanged ones are not repeated, and an interrupt ends --watch with 0", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  for (const grant of [`--allow-read=${files.path}`, "--allow-read"]) {
    await using watching = new Running(fossickWith([grant], "--root", files.path, ...WATCH));
    await watching.until(/^\{"total":1,.*\}\n/);
    for (let i = 0; i < 20; i++) {
      Deno.writeTextFileSync(`${files.path}/b.txt`, String(i));
      await pause(5);
    }
    Deno.writeTextFileSync(`${files.path}/b.txt`, "gold\n");
    // Nothing else was printed before it.
    assertEquals((await watching.until(/^.*\n/)).slice(0, 10), '{"total":2');
    Deno.removeSync(`${files.path}/b.txt`);
    assertEquals((await watching.until(/^.*\n/)).slice(0, 10), '{"total":1');
    assertEquals(await watching.end("SIGINT"), [0, ""]);
  }
});

Deno.test("--watch waits for files that do not exist yet; a call that no change can mend ends with 2 immediately", async () => {
  using files = tempTree({});
  const call = [...SEARCH, "--watch", "--text"],
    errors = (to: string) => ["sh", "-c", `exec "$@" 2>${to}`, "sh"] as const;
  {
    await using watching = new Running([...errors("&1"), ...fossick(files.path, ...call, "--roots", "later")]);
    await watching.until(/^NOT_FOUND: /);
    Deno.mkdirSync(`${files.path}/later`);
    Deno.writeTextFileSync(`${files.path}/later/a.txt`, "gold\n");
    await watching.until(/^later\/a.txt:1:gold\n/m);
    assertEquals((await watching.end("SIGINT"))[0], 0);
  }
  for (const wrong of [["--roots", "../x"], ["--limit", "many"], ["--total-only", "--summary-only"]]) {
    await using watching = new Running([...errors("/dev/null"), ...fossick(files.path, ...call, ...wrong)]);
    assertEquals(await watching.end(), [2, ""]);
  }
});

Deno.test("--watch ends when its reader has gone", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  await using watching = new Running(fossick(files.path, ...WATCH));
  await watching.until(/^\{.*\}\n/);
  await watching.leave();
  // It notices on its next write, and one answer may already be in the pipe: change files until it ends.
  let i = 0;
  const changing = setInterval(() => Deno.writeTextFileSync(`${files.path}/b.txt`, "gold\n".repeat(++i)), 50);
  const { code } = await watching.child.status;
  clearInterval(changing);
  assertEquals(code, 0);
});

Deno.test("on a terminal each answer replaces the one before, and Ctrl-C ends --watch with 0", TERMINAL, async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  await using watching = new Running(onTerminal(fossick(files.path, ...WATCH)));
  await watching.until(/1\r\n\[watching; Ctrl-C ends it\]\r\n/);
  Deno.writeTextFileSync(`${files.path}/b.txt`, "gold\n");
  await watching.until(/\S\[H\S\[2J2\r\n\[watching; Ctrl-C ends it\]\r\n/m);
  await watching.type("\x03");
  assertEquals((await watching.end())[0], 0);
});

const PLAIN = "a.txt:1:gold here\nb/c.txt:1:more gold\n[2 matches]\n";
const PATH = "\x1b[35m", NUMBER = "\x1b[32m", MATCH = "\x1b[1m\x1b[31m", OVER = "\x1b[39m", UNBOLD = "\x1b[22m";
const COLORED = `${PATH}a.txt${OVER}:${NUMBER}1${OVER}:${MATCH}gold${OVER}${UNBOLD} here\n` +
  `${PATH}b/c.txt${OVER}:${NUMBER}1${OVER}:more ${MATCH}gold${OVER}${UNBOLD}\n` +
  `\x1b[2m[2 matches]${UNBOLD}\n`;

Deno.test(
  "on a terminal output is colored, unless the option, the environment or a pipe prevents it",
  TERMINAL,
  async () => {
    using files = tempTree(FILES);
    const line = (...more: string[]) => fossick(files.path, ...SEARCH, ...more);
    const shown = async (...run: Parameters<typeof runOnTerminal>) => (await runOnTerminal(...run))[1];
    assertEquals(await shown(line()), COLORED);
    assertEquals(await shown(line("--color=never")), PLAIN);
    assertEquals(await shown(line(), "", { NO_COLOR: "1" }), PLAIN);
    assertEquals(await shown(line("--color", "always"), "", { NO_COLOR: "1" }), COLORED);
    assertEquals(JSON.parse(await shown(line(), "| cat")).total, 2);
    assertEquals(await runToEnd(line("--color=always")), { code: 0, stdout: COLORED, stderr: "" });
    assertEquals(JSON.parse((await runToEnd(line("--json", "--color=always"))).stdout).total, 2);
  },
);

Deno.test("an error is shown on stderr, and in no color", TERMINAL, async () => {
  using files = tempTree(FILES);
  const line = fossick(files.path, "call", "read_file", "--path", "../x");
  const [code, both] = await runOnTerminal(line);
  assertEquals([code, both.slice(0, 19)], [2, "PATH_OUTSIDE_ROOT: "]);
  assertEquals(await runOnTerminal(line, "2>/dev/null"), [2, ""]);
});

Deno.test("a server started on a terminal says on stderr what it waits for", TERMINAL, async () => {
  using files = tempTree(FILES);
  const said = async (...args: string[]) => {
    await using server = new Running(onTerminal(fossick(files.path, ...args), `2>${files.path}/said`));
    // Ctrl-D ends the input after the sentence was written.
    while (await Deno.readTextFile(`${files.path}/said`).catch(() => "") === "") await pause(1);
    await server.type("\x04");
    assertEquals((await server.end())[0], 0);
    return Deno.readTextFileSync(`${files.path}/said`);
  };
  const sentence =
    "fossick is an MCP server and waits for a client on stdin. Ctrl-C ends it; for more, see fossick --help.\n";
  assertEquals(await said(), sentence);
  assertMatch(await said("--lang", "ja"), /^fossick は MCP サーバーです。.*\n$/);
  assertEquals((await runToEnd(fossick(files.path))).stderr, "");
});

Deno.test("nothing in a file's name, its text or the command line can control the terminal", TERMINAL, async () => {
  const evil = "\x1b]0;title\x07\x9b31m\u202e\x7f\b";
  using files = tempTree({
    [`gold${evil}.txt`]: `gold ${evil} over\rwritten\r\n`,
    "plain.txt": `${evil} over\rwritten\r\n`,
  });
  const read = ["call", "read_file"],
    lines = [
      [...SEARCH, "--group-by-file"],
      ["call", "list_files", "--json"],
      [...read, "--path", "plain.txt"],
      [...read, "--path", "plain.txt", "--json"],
      [...read, "--path", `nope${evil}`],
      [...read, `--pa${evil}`],
      [`nope${evil}`],
    ];
  for (const args of [SEARCH, ...lines]) {
    const [, written] = await runOnTerminal(fossick(files.path, ...args), "", { NO_COLOR: "1" });
    assertEquals(written.match(/(?!\n)\p{Cc}/gu), null, JSON.stringify(written));
  }
});

/** Ports of the loopback device that a process listens on. */
function listening(pid: number): string[] {
  const sockets = [...Deno.readDirSync(`/proc/${pid}/fd`)].map(({ name }) => linkOf(`/proc/${pid}/fd/${name}`));
  return Deno.readTextFileSync("/proc/net/tcp").trim().split("\n").slice(1).flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === "0A" && sockets.includes(`socket:[${inode}]`) ? [local] : [];
  });
}

function linkOf(path: string): string {
  try {
    return Deno.readLinkSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

for (const grant of ["--allow-read", "--allow-read=ROOT"]) {
  Deno.test(`after SIGUSR1 a server answers, and listens on no port (${grant})`, { ignore: !HAS_PROC }, async () => {
    using files = tempTree(FILES);
    await using host = await StdioHost.start(fossickWith([grant.replace("ROOT", files.path)], "--root", files.path));
    for (let time = 0; time < 3; time++) {
      // An inspector would open some milliseconds after the signal.
      await pause(200);
      const { total } = await host.call("search_content", { query: "gold", total_only: true });
      assertEquals([total, listening(host.pid)], [2, []]);
      Deno.kill(host.pid, "SIGUSR1");
    }
  });
}
