/**
 * The names of files that may be sent to a model: as patterns ask for them, and without those of keys and credentials.
 * @module
 */
import { normalizeDrive } from "../../model/escape.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { baseName, parentPath } from "../../model/place.ts";
import { compilePathGlob } from "../glob/overrides.ts";

/** Files of one directory by a pattern of their names. */
export interface FileWildcard {
  /** As the caller wrote it; "" for the project root. */
  readonly dir: string;
  readonly name: string;
}

const WILDCARD = /[*?[\]{}]/;
/** After the last dot: letters as they are, or several spellings in braces. */
const EXTENSION = /\.(?:[^.*?[\]{},\\]+|\{[^*?[\]{}\\]+\})$/;

/**
 * Parses the wildcard in an entry of `files`; undefined if there is none.
 * @param isDirectory whether a directory has exactly that name: its characters are then not wildcards (`app/[id]/*.ts`)
 * @throws ToolError `consult_path_wildcard`, `consult_extension`
 *
 * @example
 * ```ts
 * parseFileWildcard("src/*.py", () => false); // { dir: "src", name: "*.py" }
 * ```
 */
export function parseFileWildcard(given: string, isDirectory: (path: string) => boolean): FileWildcard | undefined {
  const entry = normalizeDrive(given);
  if (!WILDCARD.test(entry)) return undefined;
  const stem = entry.slice(0, entry.lastIndexOf("/") + 1);
  const name = entry.slice(stem.length), dir = stem === "/" ? stem : stem.slice(0, -1);
  const isWild = WILDCARD.test(stem) && !isDirectory(dir) || name.includes("**");
  if (isWild) throw new ToolError("consult_path_wildcard", { path: entry });
  if (!EXTENSION.test(name)) throw new ToolError("consult_extension", { path: entry, stem });
  return { dir, name };
}

/**
 * Compiles a pattern of file names. A wildcard does not match a leading dot.
 * @throws ToolError `glob`
 */
export function compileFileNameTest(pattern: string): (name: string) => boolean {
  const automaton = compilePathGlob(pattern), matchesDot = pattern.startsWith(".");
  return (name) => (matchesDot || !name.startsWith(".")) && automaton.advance(automaton.start, name).fileMatch >= 0;
}

/** Directories of tools, of other people's code, and with credentials. */
const DENIED_DIRECTORIES: ReadonlySet<string> = new Set([
  ...[".git", ".hg", ".svn", ".jj", "node_modules", "bower_components", "__pycache__", ".venv", "venv", ".tox", ".nox"],
  ...[".mypy_cache", ".pytest_cache", ".ruff_cache", ".gradle", ".terraform", ".idea"],
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker"],
]);

/** Names of files with keys and credentials. */
const DENIED_NAMES = [
  ...[".env", ".env.*", ".envrc", "*.env", ".netrc", "_netrc", ".npmrc", ".pypirc", ".pgpass", "pgpass.conf"],
  ...[".my.cnf", ".vault-token", ".htpasswd", ".dockercfg", ".git-credentials", "credentials*", "kubeconfig*"],
  ...["*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk", "*.keytab", "*.ovpn"],
  ...["id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "secrets.{json,toml,yaml,yml}", "service-account*.json"],
  "*.{tfstate,tfstate.backup}",
].map((rule) => ({ rule, matches: compileFileNameTest(rule) }));

/** Files made to be shown, though their names look like the others. */
const isSample = compileFileNameTest(".env.{example,sample,template,dist}");

/**
 * Refuses a file that must not be sent.
 * @param path below its root, links resolved
 * @param shown the path for the caller
 * @throws ToolError `consult_denied`
 */
export function refuseDeniedFile(path: string, shown: string): void {
  refuseDeniedDirectory(parentPath(path), shown);
  const name = originalName(baseName(path).toLowerCase()), bare = name.replace(/^\.{1,9}/, "");
  const denied = isSample(name) ? undefined : DENIED_NAMES.find(({ matches }) => matches(name) || matches(bare));
  if (denied) throw new ToolError("consult_denied", { path: shown, rule: denied.rule });
}

/** The end of a name that an editor or a person gave to a copy. */
const COPY = /(?:[#~]|\.(?:bak|backup|old|orig|save|swp|copy))$/;

/** The name of the file that this one is a copy of: `.env~`, `#.env#`, `server.key.bak`. */
function originalName(name: string): string {
  let original = name.startsWith("#") ? name.slice(1) : name;
  while (COPY.test(original)) original = original.replace(COPY, "");
  return original;
}

/**
 * Refuses a directory of which nothing must be sent.
 * @throws ToolError `consult_denied`
 */
export function refuseDeniedDirectory(path: string, shown: string): void {
  const rule = path.toLowerCase().split("/").find((name) => DENIED_DIRECTORIES.has(name));
  if (rule !== undefined) throw new ToolError("consult_denied", { path: shown, rule });
}
