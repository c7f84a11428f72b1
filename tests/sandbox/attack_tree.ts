/**
 * One tree that contains the trees of all cases, with secrets outside its root.
 * @module
 */
import { isWindowsName } from "../../src/door/parse_path.ts";
import { tempDir } from "../program.ts";
import { NO_LINKS } from "../posix_links.ts";
import type { AttackCase, TreeEntry } from "./attack_case.ts";
import { succeeds } from "./setups.ts";

/** Texts that no answer may contain. */
export interface Secrets {
  /** The content of every file outside. */
  readonly text: string;
  /** A name outside. */
  readonly name: string;
}

/** The directory of a case below the root. */
export interface PlacedCase {
  readonly case: AttackCase;
  readonly dir: string;
}

/** A temporary directory with `root`, `outside` and `root-evil`. */
export class AttackTree implements Disposable {
  readonly base = tempDir("fossick-arena-");
  readonly root = `${this.base}/root`;
  readonly outside = `${this.base}/outside`;
  readonly secrets: Secrets = { text: `SECRET-${token()}`, name: `only-outside-${token()}` };
  readonly placed: readonly PlacedCase[];
  /** Cases that can't be run on this machine, and the missing feature of each. */
  readonly untried: readonly { readonly case: AttackCase; readonly lack: string }[];
  readonly #listeners: Deno.Listener[] = [];

  constructor(cases: readonly AttackCase[]) {
    for (const dir of ["root", "outside/d", "root-evil"]) this.#dir(`${this.base}/${dir}`);
    for (const path of ["outside/secret.txt", "outside/d/secret.txt", "root-evil/secret.txt", "secret.txt"]) {
      Deno.writeTextFileSync(`${this.base}/${path}`, `${this.secrets.text}\n`);
    }
    for (const dir of ["outside", "root-evil"]) Deno.writeTextFileSync(`${this.base}/${dir}/${this.secrets.name}`, "");
    Deno.writeTextFileSync(`${this.root}/alive.txt`, "alive\n");
    const lacks = cases.map((one) => ({ case: one, lack: missingFor(one) }));
    this.untried = lacks.flatMap(({ case: one, lack }) => lack === undefined ? [] : [{ case: one, lack }]);
    this.placed = lacks.filter(({ lack }) => lack === undefined).map(({ case: one }) => one).map((one, i) => ({
      case: one,
      dir: `c${String(i).padStart(3, "0")}`,
    }));
    for (const { case: { tree }, dir: here } of this.placed) this.#plant(here, tree ?? {});
  }

  /** A text with its placeholders filled in; also inside lists and objects. */
  fillPlaceholders(value: unknown, here: string): unknown {
    if (typeof value === "string") return this.fillText(value, here);
    if (Array.isArray(value)) return value.map((inner) => this.fillPlaceholders(inner, here));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.fillPlaceholders(inner, here)]));
  }

  /** A text with its placeholders filled in. */
  fillText(text: string, here: string): string {
    // In a URL a path begins with a slash, also on Windows.
    const inUrl = Deno.build.os === "windows" ? text.replace(/^file:(?:\/\/(?:localhost)?)?(?=\{)/i, "$&/") : text;
    return inUrl.replaceAll("{here}", here).replaceAll("{root}", this.root).replaceAll("{outside}", this.outside);
  }

  #plant(here: string, tree: NonNullable<AttackCase["tree"]>): void {
    this.#dir(`${this.root}/${here}`);
    for (const [path, entry] of Object.entries(tree)) {
      if (path.startsWith("=")) plantRaw(`${this.root}/${here}`, path.slice(1));
      else this.#make(`${this.root}/${here}/${path}`, entry, here);
    }
    for (const [path, entry] of Object.entries(tree)) {
      if (entry === "<shut dir>") Deno.chmodSync(`${this.root}/${here}/${path}`, 0);
    }
  }

  #make(full: string, entry: TreeEntry, here: string): void {
    const cut = full.lastIndexOf("/");
    this.#dir(full.slice(0, cut));
    if (entry === "<dir>" || entry === "<shut dir>") return this.#dir(full);
    if (entry === "<fifo>") return void succeeds("mkfifo", [full]);
    if (entry === "<null device>") return void succeeds("mknod", [full, "c", "1", "3"]);
    if (entry === "<socket>") return void this.#listeners.push(Deno.listen({ transport: "unix", path: full }));
    if (typeof entry === "string") return Deno.writeTextFileSync(full, this.fillText(entry, here));
    if ("link" in entry) return Deno.symlinkSync(this.fillText(entry.link, here), full);
    if ("hard" in entry) return Deno.linkSync(this.fillText(entry.hard, here), full);
    if ("bytes" in entry) return Deno.writeFileSync(full, bytesOf(entry.bytes));
    if ("mode" in entry) return Deno.writeTextFileSync(full, entry.text, { mode: entry.mode });
    if ("times" in entry) return Deno.writeTextFileSync(full, entry.text.repeat(entry.times));
    Deno.writeTextFileSync(full, "");
    Deno.truncateSync(full, entry.size);
  }

  #dir(path: string): void {
    Deno.mkdirSync(path, { recursive: true });
  }

  [Symbol.dispose](): void {
    for (const listener of this.#listeners) listener.close();
    // Deno can't name some of the files.
    if (!succeeds("rm", ["-rf", this.base])) Deno.removeSync(this.base, { recursive: true });
  }
}

/** Makes a file whose name has bytes that are not Unicode. */
function plantRaw(dir: string, hex: string): void {
  const script =
    "import os,sys;open(os.fsencode(sys.argv[1])+b'/'+bytes.fromhex(sys.argv[2]),'wb').write(b'needle\\n')";
  succeeds("python3", ["-c", script, dir, hex]);
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.replaceAll(" ", "").match(/../g) ?? []).map((byte) => parseInt(byte, 16)));
}

function token(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** The feature that a case needs and this system lacks; undefined if the case can be run. */
function missingFor({ needs, tree = {} }: AttackCase): string | undefined {
  const { os } = Deno.build, paths = Object.keys(tree), entries = Object.values(tree);
  if (needs === "raw names" && !(os === "linux" && succeeds("python3", ["-c", ""]))) return "raw names";
  if (needs === "linux" && os !== "linux") return "linux";
  if (os !== "windows") return undefined;
  if (needs === "modes" || entries.some(hasMode)) return "file modes";
  if (needs === "posix") return "the paths of POSIX systems";
  if (!paths.every((path) => path.split("/").every(isWindowsName))) return "names that Windows refuses";
  return entries.some((entry) => typeof entry === "object" && "link" in entry) && !canLink() ? NO_LINKS : undefined;
}

function hasMode(entry: TreeEntry): boolean {
  return typeof entry === "object" ? "mode" in entry : /^<(?:shut dir|fifo|socket|null device)>$/.test(entry);
}

let links: boolean | undefined;

/** Whether links can be made: Windows requires a privilege, and Wine makes none. */
function canLink(): boolean {
  return links ??= attemptLink();
}

function attemptLink(): boolean {
  const dir = Deno.makeTempDirSync();
  try {
    Deno.symlinkSync("target", `${dir}/link`, { type: "file" });
    return Deno.lstatSync(`${dir}/link`).isSymlink;
  } catch {
    return false;
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}
