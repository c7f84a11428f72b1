/**
 * Starts a thread that may do one thing and nothing else.
 * @module
 */

/** No permission at all. */
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

/** Starts a thread with the permissions `granted`, and no other. */
export function startWorker(
  module: string | URL,
  name: string,
  granted: Pick<Deno.PermissionOptionsObject, "read" | "net">,
): Worker {
  return new Worker(module, { type: "module", name, deno: { permissions: { ...NO_PERMISSIONS, ...granted } } });
}

/**
 * The module of a thread whose code is all in one function, which is given the thread's global scope.
 * @param parts further functions, each of which uses nothing from outside itself: the arguments that follow
 */
export function moduleOfFunction<Scope, Parts extends unknown[]>(
  code: (scope: Scope, ...parts: Parts) => void,
  ...parts: Parts
): string {
  return `data:text/javascript,${encodeURIComponent(`(${code})(${["self", ...parts].join(", ")});`)}`;
}
