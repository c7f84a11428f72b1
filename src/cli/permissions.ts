/**
 * What this process may do: asked, never prompted for, and given up as soon as it is not needed.
 * @module
 */
import { UsageError } from "./usage_error.ts";

/** Permissions that serving files needs none of. */
const NEVER_NEEDED = ["write", "run", "sys", "ffi", "import"] as const;

/** Every permission but reading, in the words of its flag. */
export const NON_READ_PERMISSIONS = [...NEVER_NEEDED, "net", "env"] as const;

/** The key of the model that `--provider-url` names. */
export const KEY_VARIABLE = "FOSSICK_API_KEY";

/** The token of HTTP clients. */
export const TOKEN_VARIABLE = "FOSSICK_TOKEN";

/** Whether a permission is held; one without a path, host or variable, for all of them. */
export function isGranted(permission: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(permission).state === "granted";
}

/** An environment variable; without the permission to see it, it counts as unset. */
export function environmentVariable(variable: string): string | undefined {
  return isGranted({ name: "env", variable }) ? Deno.env.get(variable) : undefined;
}

/**
 * A secret from the environment. Set to nothing it is as good as unset: it would keep nobody out; and no header can
 * have the line break that a file's has at its end.
 * @throws UsageError for one that no header can have in its middle either, such as the dots of an example
 */
export function readSecret(variable: string): string | undefined {
  const secret = environmentVariable(variable)?.trim() || undefined;
  if (secret === undefined || /^[\x20-\x7e\x80-\xff]+$/.test(secret)) return secret;
  throw new UsageError(
    "secret_unusable",
    { variable },
    `${variable}="$(cat key.txt)" fossick …`,
  );
}

/** Gives up what no subcommand needs, and `more`. It can't be had back. */
export function revokePermissions(...more: ("read" | "net" | "env")[]): void {
  for (const name of [...NEVER_NEEDED, ...more]) Deno.permissions.revokeSync({ name });
}
