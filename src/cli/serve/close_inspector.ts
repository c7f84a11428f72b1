/**
 * Keeps Deno's inspector closed.
 * @module
 */

/** Milliseconds after the start when the closing module is loaded; Deno listens for the signal after 500. */
const LOAD_AFTER_MS = 300;
/** Milliseconds during which the inspector is closed repeatedly: the runtime opens it a moment after the signal. */
const CLOSING_MS = 1000;

/**
 * From version 2.9.2 Deno opens an inspector on 127.0.0.1:9229 on SIGUSR1, whatever was granted; anyone who connects to
 * it can evaluate code. No flag or listener prevents that, so it is closed immediately, together with its connections.
 * In the compiled program, which has no such inspector, the listener keeps the signal from ending the process.
 */
export function keepInspectorClosed(): void {
  if (Deno.build.os === "windows") return;
  let closeInspector: (() => void) | undefined;
  Deno.addSignalListener("SIGUSR1", () => void closeInspector?.());
  if (Deno.build.standalone) return;
  const loading = setTimeout(async () => {
    const { close } = await import("node:inspector");
    closeInspector = () => repeatWhileClosing(close);
  }, LOAD_AFTER_MS);
  Deno.unrefTimer(loading);
}

/** Runs `work` now, and then every millisecond for `CLOSING_MS`. */
function repeatWhileClosing(work: () => void): void {
  const end = performance.now() + CLOSING_MS;
  const timer = setInterval(() => performance.now() < end ? work() : clearInterval(timer), 1);
  work();
}
