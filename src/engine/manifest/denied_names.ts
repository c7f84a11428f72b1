/**
 * Names that are not sent to a model unless allowed: of directories and of files.
 * @module
 */
import { ToolError } from "../../model/messages/tool_error.ts";
import { baseName, parentPath } from "../../model/place.ts";
import { compileFileNameTest } from "./file_wildcard.ts";

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
