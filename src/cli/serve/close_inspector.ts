/**
 * Keeps Deno's inspector shut.
 * @module
 */

/** Milliseconds from the start until Deno listens for the signal: 500; the module that shuts it is loaded before. */
const LOAD_AFTER_MS = 300;
/** Milliseconds for which the inspector is shut again and again: the runtime opens it a moment after the signal. */
const CLOSING_MS = 1000;

/**
 * From 2.9.2 on Deno opens an inspector on 127.0.0.1:9229 on SIGUSR1, whatever was granted, and who connects to it may
 * evaluate anything. No flag or listener prevents that, so it is shut at once, which ends connections to it as well.
 * Where Deno has no such inspector (the compiled program), the listener keeps the signal from ending the process.
 */
export function keepInspectorClosed(): void {
  if (Deno.build.os === "windows") return;
  let shut: (() => void) | undefined;
  Deno.addSignalListener("SIGUSR1", () => void shut?.());
  if (Deno.build.standalone) return;
  const loading = setTimeout(async () => {
    const { close } = await import("node:inspector");
    shut = () => repeatWhileClosing(close);
  }, LOAD_AFTER_MS);
  Deno.unrefTimer(loading);
}

/** Does it now, and every millisecond for a while. */
function repeatWhileClosing(work: () => void): void {
  const end = performance.now() + CLOSING_MS;
  const timer = setInterval(() => performance.now() < end ? work() : clearInterval(timer), 1);
  work();
}
