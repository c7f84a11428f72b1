/**
 * Names that are not sent to a model unless allowed: the lists of directory and file names, and the test of a path.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";
import { baseName, parentPath } from "../../model/place.ts";
import { compileFileNameTest } from "./file_wildcard.ts";

/** Directories of tools and of other people's code. */
const IGNORED_DIRECTORIES = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  "node_modules",
  "bower_components",
  "__pycache__",
  ".venv",
  "venv",
  ".tox",
  ".nox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".gradle",
  ".terraform",
  ".idea",
]);

/** Directories in which programs keep their credentials. */
const DENIED_DIRECTORIES = new Set([".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker"]);

/** Names of files with keys and credentials. */
const DENIED_NAMES = [
  ".env",
  ".env.*",
  ".envrc",
  "*.env",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "*.keytab",
  "*.ovpn",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  "pgpass.conf",
  ".my.cnf",
  ".vault-token",
  ".htpasswd",
  ".dockercfg",
  ".git-credentials",
  "credentials*",
  "secrets.{json,toml,yaml,yml}",
  "service-account*.json",
  "*.{tfstate,tfstate.backup}",
  "kubeconfig*",
].map((rule) => ({ rule, matches: compileFileNameTest(rule) }));

/** Files made to be shown, though their names look like the others. */
const isSample = compileFileNameTest(".env.{example,sample,template,dist}");

/**
 * Refuses a file that must not be sent.
 * @param path below its root, links resolved
 * @param shown the path for the caller
 * @throws ToolError `consult_ignored`, `consult_secret`
 */
export function refuseDeniedFile(path: string, shown: string): void {
  refuseDeniedDirectory(parentPath(path), shown);
  const name = originalName(baseName(path).toLowerCase()), bare = name.replace(/^\.+/, "");
  const secret = isSample(name) ? undefined : DENIED_NAMES.find(({ matches }) => matches(name) || matches(bare));
  if (secret) throw new ToolError("consult_secret", { path: shown, rule: secret.rule });
}

/** The name of the file that an editor or a person made this one a copy of: `.env~`, `#.env#`, `server.key.bak`. */
function originalName(name: string): string {
  return name.replace(/^#(?=.*#$)|(?:[#~]|\.(?:bak|backup|old|orig|save|swp|copy))+$/g, "");
}

/**
 * Refuses a directory of which nothing must be sent.
 * @throws ToolError `consult_ignored`, `consult_secret`
 */
export function refuseDeniedDirectory(path: string, shown: string): void {
  for (const name of path.split("/")) {
    const rule = name.toLowerCase();
    if (IGNORED_DIRECTORIES.has(rule)) throw new ToolError("consult_ignored", { path: shown, rule });
    if (DENIED_DIRECTORIES.has(rule)) throw new ToolError("consult_secret", { path: shown, rule });
  }
}
