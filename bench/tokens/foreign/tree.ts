/**
 * The foreign tree: the sources of 36 packages of Theia, an editor in TypeScript, as its authors published them on npm.
 * @module
 */
import { join } from "@std/path/posix";
import { createHash } from "node:crypto";
import { TreeCopy } from "../tree_copy.ts";

const VERSION = "1.74.1";
const PACKAGES = [
  ...["ai-chat", "ai-core", "ai-mcp", "bulk-edit", "callhierarchy", "console", "core", "debug", "editor"],
  ...["file-search", "filesystem", "keymaps", "markers", "messages", "metrics", "mini-browser", "monaco", "navigator"],
  ...["notebook", "outline-view", "output", "plugin", "plugin-ext", "plugin-ext-vscode", "preferences", "process"],
  ...["property-view", "scm", "search-in-workspace", "task", "terminal", "timeline", "userstorage"],
  ...["variable-resolver", "vsx-registry", "workspace"],
];
/** SHA-256 of the list that `sha256sum` would print of the planted files, sorted by path. */
const CHECKSUM = "43188342e7d030edcef557f64f8a98c125de9fe6bd2dbfa1234087513aa140be";
const DAY_MS = 24 * 3600 * 1000;
/** Files that were changed last, newest first, a day apart; all others become a year old. */
const FRESH = [
  "packages/terminal/src/browser/terminal-profile-service.ts",
  "packages/core/src/common/uri.ts",
  "packages/scm/README.md",
  "packages/debug/src/node/debug-adapter-factory.ts",
  "packages/task/src/common/task-util.ts",
  "packages/monaco/package.json",
  "packages/markers/src/browser/marker-manager.ts",
];

/** Fetches the packages and lays their sources under `root`/packages; throws where a file is not the expected one. */
export function plantForeign(root: string): TreeCopy {
  const tarballs = Deno.makeTempDirSync({ prefix: "fossick-" });
  try {
    const specs = PACKAGES.map((name) => `@theia/${name}@${VERSION}`);
    run("npm", "pack", "--silent", "--pack-destination", tarballs, ...specs);
    for (const name of PACKAGES) unpack(`${tarballs}/theia-${name}-${VERSION}.tgz`, `${root}/packages/${name}`);
  } finally {
    Deno.removeSync(tarballs, { recursive: true });
  }
  const paths = [...filesOf(root, "packages")].toSorted();
  verify(root, paths);
  for (const path of paths) age(root, path);
  return new TreeCopy(root, new Map(paths.map((path) => [path, Deno.readTextFileSync(join(root, path))])));
}

/** The files that were changed last, newest first. */
export function freshest(howMany: number): string[] {
  return FRESH.slice(0, howMany);
}

/** Unpacks a tarball without lib/, which holds compiled copies of src/. */
function unpack(tarball: string, into: string): void {
  Deno.mkdirSync(into, { recursive: true });
  run("tar", "-xzf", tarball, "-C", into, "--strip-components=1", "--exclude=package/lib");
}

function verify(root: string, paths: readonly string[]): void {
  const sum = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");
  const list = paths.map((path) => `${sum(Deno.readFileSync(join(root, path)))}  ${path}\n`).join("");
  if (sum(list) !== CHECKSUM) throw new Error(`The foreign tree's checksum is ${sum(list)}, not ${CHECKSUM}.`);
}

function age(root: string, path: string): void {
  const place = FRESH.indexOf(path);
  const time = new Date(Date.now() - (place < 0 ? 365 : place + 1) * DAY_MS);
  Deno.utimeSync(join(root, path), time, time);
}

function run(command: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command(command, { args, stdout: "null" }).outputSync();
  if (!success) throw new Error(`${command} ${args[0]}: ${new TextDecoder().decode(stderr)}`);
}

function* filesOf(root: string, path: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(root, path))) {
    if (isDirectory) yield* filesOf(root, `${path}/${name}`);
    else yield `${path}/${name}`;
  }
}
