/**
 * The permissions that settings need, and those of this process. It checks them without prompting, and gives each up as
 * soon as it is not needed.
 *
 * The program that starts the npm package in Node uses the first part, which needs no Deno.
 * @module
 */
import { UsageError } from "./usage_error.ts";

/** Permissions that no subcommand needs. */
const NEVER_NEEDED = ["write", "run", "sys", "ffi", "import"] as const;

/** Every permission except reading, by the name in its flag. */
export const NON_READ_PERMISSIONS = [...NEVER_NEEDED, "net", "env"] as const;

/** The environment variable with the key for the model of `--provider-url`. */
export const KEY_VARIABLE = "FOSSICK_API_KEY";

/** The environment variable with the token of HTTP clients. */
export const TOKEN_VARIABLE = "FOSSICK_TOKEN";

/** Values by permission; a permission without values is not needed. */
export type NeededGrants = Readonly<Record<"read" | "net" | "env", readonly string[]>>;

/** The settings that decide. */
export interface GrantedSettings {
  readonly roots: readonly string[];
  readonly http?: { readonly host: string; readonly port: number } | undefined;
  readonly providerUrl?: string | undefined;
}

/** The permissions that a server with these settings needs; `read` has the roots as they are in the settings. */
export function neededGrants({ roots, http, providerUrl }: GrantedSettings): NeededGrants {
  const server = http && { net: `${http.host}:${http.port}`, env: TOKEN_VARIABLE };
  const provider = providerUrl === undefined ? undefined : { net: new URL(providerUrl).host, env: KEY_VARIABLE };
  const reached = [server, provider].filter((needs) => needs !== undefined);
  return { read: roots, net: reached.map(({ net }) => net), env: reached.map(({ env }) => env) };
}

/** The flags of Deno that grant them. A value with a comma can't be written: Deno would split it. */
export function grantFlags(grants: NeededGrants): string[] {
  const needed = Object.entries(grants).filter(([, values]) => values.length > 0);
  return needed.map(([name, values]) => `--allow-${name}=${values.join()}`);
}

/** Whether a permission is granted; without a path, host or variable, whether it is for all of them. */
export function isGranted(permission: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(permission).state === "granted";
}

/** The value of an environment variable; undefined also without permission to read it. */
export function environmentVariable(variable: string): string | undefined {
  return isGranted({ name: "env", variable }) ? Deno.env.get(variable) : undefined;
}

/**
 * A secret from the environment, without whitespace around it: a file's last line break can't be in a header. An empty
 * secret counts as unset, since it would protect nothing.
 * @throws UsageError for characters that a header can't have, such as the ellipsis of an example
 */
export function readSecret(variable: string): string | undefined {
  const secret = environmentVariable(variable)?.trim() || undefined;
  if (secret === undefined || /^[\x20-\x7e\x80-\xff]+$/.test(secret)) return secret;
  throw new UsageError("usage.secret_unusable", { variable });
}

/** Gives up the permissions that no subcommand needs, and `more`, for good. */
export function revokePermissions(...more: ("read" | "net" | "env")[]): void {
  for (const name of [...NEVER_NEEDED, ...more]) Deno.permissions.revokeSync({ name });
}
