/**
 * Runs fossick as its users do: as a program.
 * @module
 */
import { toSlashes } from "../src/door/path_syntax.ts";
import { fromFileUrl } from "@std/path";

/** main.ts of this checkout. */
export const MAIN = fromFileUrl(new URL("../main.ts", import.meta.url));

/** The words that start this Deno in a printed command line: one in the cache of npx is not on the PATH. */
export const DENO_WORDS: readonly string[] = toSlashes(Deno.execPath()).includes("/_npx/")
  ? ["npx", "-y", `deno@${Deno.version.deno}`]
  : ["deno"];

/** `DENO_WORDS` as text. */
export const DENO: string = DENO_WORDS.join(" ");

/** A command and its arguments. */
export type CommandLine = readonly [command: string, ...args: string[]];

/** The result of a program. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** fossick from source, opened on `root` with a grant for the root only. */
export function fossick(root: string, ...args: string[]): CommandLine {
  return fossickWith([`--allow-read=${root}`], "--root", root, ...args);
}

/** fossick from source with other permissions. */
export function fossickWith(flags: readonly string[], ...args: string[]): CommandLine {
  return [Deno.execPath(), "run", "--no-prompt", ...flags, MAIN, ...args];
}

/** Runs a program to its end. */
export async function runToEnd(
  [command, ...args]: CommandLine,
  options: Pick<Deno.CommandOptions, "cwd" | "env" | "clearEnv"> = {},
): Promise<ProgramResult> {
  const output = await new Deno.Command(command, {
    args,
    stdin: "null",
    ...options,
    env: { NO_COLOR: "1", ...options.env },
  }).output();
  const text = new TextDecoder();
  return { code: output.code, stdout: text.decode(output.stdout), stderr: text.decode(output.stderr) };
}

/** Whether a program is installed. */
export function isInstalled(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** A new temporary directory's real path, `/`-separated as fossick shows it. */
export function tempDir(prefix: string): string {
  return toSlashes(Deno.realPathSync(Deno.makeTempDirSync({ prefix })));
}

/** A temporary directory with `files`; a name that ends in `/` is an empty directory's. */
export function tempTree(files: Readonly<Record<string, string | Uint8Array>>): { readonly path: string } & Disposable {
  const path = tempDir("fossick-");
  for (const [name, content] of Object.entries(files)) {
    Deno.mkdirSync(`${path}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    if (typeof content !== "string") Deno.writeFileSync(`${path}/${name}`, content);
    else if (!name.endsWith("/")) Deno.writeTextFileSync(`${path}/${name}`, content);
  }
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

/**
 * The first `count` lines of a program's output. To be awaited before its input is closed: a server whose input has
 * ended abandons its running calls.
 */
export async function firstLines(output: ReadableStream<Uint8Array>, count: number): Promise<string[]> {
  const reader = output.getReader(), decoder = new TextDecoder();
  let said = "";
  while (said.split("\n").length <= count) {
    const { done, value } = await reader.read();
    if (done) break;
    said += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
  return said.split("\n").slice(0, count);
}
