/**
 * Which permissions the settings need, which were granted beyond that, and the line that grants no more.
 * @module
 */
import { rootPath } from "../door/roots.ts";
import { above, relativeTo } from "../door/slashes.ts";
import { isGranted } from "./permissions.ts";
import { program } from "./program.ts";
import { KEY_VARIABLE } from "./provider.ts";
import type { Settings } from "./settings.ts";
import { shellWords } from "./shell_words.ts";

/** Places that a narrow grant does not cover. Not all can be asked for. */
const ELSEWHERE = Deno.build.os === "windows"
  ? ["C:/Windows", "C:/Users", "C:/ProgramData"]
  : ["/etc", "/proc", "/tmp", "/usr", "/var", "/home", "/root"];

/** Grants that no setting asks for, in sentences. @param needless permissions that were granted at the start */
export function tooMuchGranted(settings: Settings, needless: readonly string[]): string[] {
  return [...needless.map((name) => tooMuch(name, settings)), ...tooMuchReadable(rootsOf(settings))];
}

/** The line that starts what `settings` ask for with the grants that it needs; a binary has its own. */
export function narrowLine(settings: Settings, isBinary: boolean): string {
  const roots = rootsOf(settings), { profile, http, providerUrl } = settings;
  const options = [
    ...roots.flatMap((root) => ["--root", root]),
    ...(profile === "default" ? [] : ["--profile", profile]),
    ...(http === undefined ? [] : ["--http", `${http.host}:${http.port}`]),
    ...(providerUrl === undefined ? [] : ["--provider-url", providerUrl]),
  ];
  if (isBinary) return shellWords([Deno.execPath(), ...options]);
  const grants = ["net", "env"].flatMap((name) => {
    const needed = neededOf(name, settings);
    return needed.length === 0 ? [] : [`--allow-${name}=${needed.join(",")}`];
  });
  return shellWords([
    "deno",
    "run",
    "--no-prompt",
    `--allow-read=${roots.join(",")}`,
    ...grants,
    program(),
    ...options,
  ]);
}

/** Absolute, as they were given. */
function rootsOf({ roots }: Settings): string[] {
  return roots.map((root) => rootPath(root, Deno.cwd()));
}

function tooMuch(name: string, settings: Settings): string {
  const needed = neededOf(name, settings);
  if (needed.length === 0) return `--allow-${name} (or -A) was granted, and nothing needs it.`;
  const without = name === "net" ? "a host" : "a name";
  return `--allow-${name} was granted without ${without}: --allow-${name}=${needed.join(",")} is enough.`;
}

/** What of a permission the settings ask for. */
function neededOf(name: string, { http, providerUrl }: Settings): string[] {
  const server = http && { net: `${http.host}:${http.port}`, env: "FOSSICK_TOKEN" };
  const provider = providerUrl === undefined ? undefined : { net: new URL(providerUrl).host, env: KEY_VARIABLE };
  return [server, provider].flatMap((asked) =>
    asked !== undefined && (name === "net" || name === "env") ? [asked[name]] : []
  );
}

function tooMuchReadable(roots: readonly string[]): string[] {
  const enough = `--allow-read=${roots.join(",")} is enough.`;
  if (isGranted({ name: "read" })) return [`--allow-read was granted without a path: ${enough}`];
  const inside = (path: string) => roots.some((root) => relativeTo(root, path) !== undefined);
  const wide = [...roots.flatMap(ancestors), ...ELSEWHERE].find((path) =>
    !inside(path) && isGranted({ name: "read", path })
  );
  return wide === undefined ? [] : [`--allow-read covers ${wide}, which is outside the roots: ${enough}`];
}

function ancestors(path: string): string[] {
  const parent = above(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}
