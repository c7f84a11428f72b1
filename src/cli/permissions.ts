/**
 * The permissions of this process. It checks them without prompting, and gives each up as soon as it is not needed.
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
