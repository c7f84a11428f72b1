/**
 * Reports which permissions the calling thread holds.
 * @module
 */

const PERMISSION_NAMES = ["write", "net", "env", "run", "sys", "ffi", "import"] as const;

/**
 * The state of each permission of this thread: `granted`, `prompt` or `denied`. The keys are `read` as a whole,
 * `read:PATH` for each root, `net:HOST` and `env:NAME` for the given hosts and variables, and the other names.
 * Never prompts the user.
 */
export function heldPermissions(
  roots: readonly string[],
  { hosts = [], variables = [] }: { readonly hosts?: readonly string[]; readonly variables?: readonly string[] } = {},
): Record<string, string> {
  const held: Record<string, string> = { read: Deno.permissions.querySync({ name: "read" }).state };
  for (const path of roots) held[`read:${path}`] = Deno.permissions.querySync({ name: "read", path }).state;
  for (const name of PERMISSION_NAMES) held[name] = Deno.permissions.querySync({ name }).state;
  for (const host of hosts) held[`net:${host}`] = Deno.permissions.querySync({ name: "net", host }).state;
  for (const variable of variables) {
    held[`env:${variable}`] = Deno.permissions.querySync({ name: "env", variable }).state;
  }
  return held;
}
