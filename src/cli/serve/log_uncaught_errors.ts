/**
 * Keeps a server alive after uncaught errors.
 * @module
 */

/** Logs unhandled rejections and errors of event handlers: an error in one call must not end all the others. */
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
