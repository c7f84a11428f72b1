/**
 * A server's last net.
 * @module
 */

/** One call's forgotten promise must not end all the others. */
export function outliveMistakes(): void {
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    console.error("fossick: internal error:", event.reason);
  });
}
