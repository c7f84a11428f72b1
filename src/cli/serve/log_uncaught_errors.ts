/**
 * A server's last net.
 * @module
 */

/** One call's forgotten promise, or error in a handler of its own, must not end all the others. */
export function logUncaughtErrors(): void {
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    console.error("fossick: internal error:", event.reason);
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    console.error("fossick: internal error:", event.error);
  });
}
