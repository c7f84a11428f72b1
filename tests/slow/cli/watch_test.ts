import { assert, assertEquals } from "@std/assert";
import { type CommandLine, fossick, fossickWith, tempTree } from "../../program.ts";
import { NO_TERMINAL, onTerminal } from "../../cli/pseudo_terminal.ts";

const COUNT = ["call", "search_content", "--query", "gold", "--total-only", "--watch"] as const;

/** A running program and its output. */
class Running implements AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly #out: ReadableStreamDefaultReader<string>;
  #said = "";

  constructor([command, ...args]: CommandLine) {
    this.child = new Deno.Command(command, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
      env: { NO_COLOR: "1" },
    }).spawn();
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

  /** The remaining output, and the exit code. */
  async end(): Promise<[number, string]> {
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

Deno.test("in a pipe every answer is a line of JSON, and an interrupt ends --watch with 0", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  for (const line of [fossick(files.path, ...COUNT), fossickWith(["--allow-read"], "--root", files.path, ...COUNT)]) {
    await using watching = new Running(line);
    await watching.until(/^\{"total":1,.*\}\n/);
    Deno.writeTextFileSync(`${files.path}/b.txt`, "gold\n");
    await watching.until(/^\{"total":2,.*\}\n/m);
    Deno.removeSync(`${files.path}/b.txt`);
    await watching.until(/^\{"total":1,.*\}\n/m);
    watching.child.kill("SIGINT");
    const [code, rest] = await watching.end();
    assertEquals(code, 0);
    assert(rest.split("\n").every((line) => line === "" || JSON.parse(line).total === 1), rest);
  }
});

Deno.test("an unchanged answer is not repeated", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  await using watching = new Running(fossick(files.path, ...COUNT));
  await watching.until(/^\{"total":1,.*\}\n/);
  for (let i = 0; i < 20; i++) {
    Deno.writeTextFileSync(`${files.path}/b.txt`, String(i));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  Deno.writeTextFileSync(`${files.path}/b.txt`, "gold\n");
  // Nothing else was printed before it.
  assertEquals((await watching.until(/^.*\n/)).slice(0, 10), '{"total":2');
  watching.child.kill("SIGINT");
  assertEquals(await watching.end(), [0, ""]);
});

Deno.test("--watch waits for files that do not exist yet; a call that no change can mend ends with 2 immediately", async () => {
  using files = tempTree({});
  const call = ["call", "search_content", "--query", "gold", "--watch", "--text"];
  {
    await using watching = new Running([
      "sh",
      "-c",
      'exec "$@" 2>&1',
      "sh",
      ...fossick(files.path, ...call, "--roots", "later"),
    ]);
    await watching.until(/^NOT_FOUND: /);
    Deno.mkdirSync(`${files.path}/later`);
    Deno.writeTextFileSync(`${files.path}/later/a.txt`, "gold\n");
    await watching.until(/^later\/a.txt:1:gold\n/m);
    watching.child.kill("SIGINT");
    assertEquals((await watching.end())[0], 0);
  }
  for (const wrong of [["--roots", "../x"], ["--limit", "many"], ["--total-only", "--summary-only"]]) {
    await using watching = new Running([
      "sh",
      "-c",
      'exec "$@" 2>/dev/null',
      "sh",
      ...fossick(files.path, ...call, ...wrong),
    ]);
    assertEquals(await watching.end(), [2, ""]);
  }
});

Deno.test("--watch ends when its reader has gone", async () => {
  using files = tempTree({ "a.txt": "gold\n" });
  await using watching = new Running(fossick(files.path, ...COUNT));
  await watching.until(/^\{.*\}\n/);
  await watching.leave();
  // It notices on its next write, and one answer may already be in the pipe: change files until it ends.
  let i = 0;
  const changing = setInterval(() => Deno.writeTextFileSync(`${files.path}/b.txt`, "gold\n".repeat(++i)), 50);
  const { code } = await watching.child.status;
  clearInterval(changing);
  assertEquals(code, 0);
});

Deno.test({
  name: "on a terminal each answer replaces the one before, and Ctrl-C ends --watch with 0",
  ignore: NO_TERMINAL !== undefined,
  fn: async () => {
    using files = tempTree({ "a.txt": "gold\n" });
    await using watching = new Running(onTerminal(fossick(files.path, ...COUNT)));
    await watching.until(/1\r\n\[watching; Ctrl-C ends it\]\r\n/);
    Deno.writeTextFileSync(`${files.path}/b.txt`, "gold\n");
    await watching.until(/\S\[H\S\[2J2\r\n\[watching; Ctrl-C ends it\]\r\n/m);
    await watching.type("\x03");
    assertEquals((await watching.end())[0], 0);
  },
});
