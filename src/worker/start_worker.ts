/**
 * Starts threads with as few permissions as possible.
 * @module
 */

const NO_PERMISSIONS = {
  env: false,
  ffi: false,
  import: false,
  net: false,
  read: false,
  run: false,
  sys: false,
  write: false,
} as const;

/** Starts a thread with the permissions `granted` and no others. */
export function startWorker(
  module: string | URL,
  name: string,
  granted: Pick<Deno.PermissionOptionsObject, "read" | "net">,
): Worker {
  return new Worker(module, { type: "module", name, deno: { permissions: { ...NO_PERMISSIONS, ...granted } } });
}

/**
 * A module that calls `code` with its thread's global scope; `code` uses nothing from outside itself.
 * @param parts further arguments of `code`: functions that use nothing from outside themselves
 */
export function moduleOfFunction<Scope, Parts extends unknown[]>(
  code: (scope: Scope, ...parts: Parts) => void,
  ...parts: Parts
): string {
  return `data:text/javascript,${encodeURIComponent(`(${code})(${["self", ...parts].join(", ")});`)}`;
}
