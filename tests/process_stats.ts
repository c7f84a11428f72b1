/**
 * A process's processor time and memory, as the kernel reports them. Linux only.
 * @module
 */

/** Whether these are available. */
export const HAS_PROC = Deno.build.os === "linux";

/** Milliseconds of processor time used so far by the running threads. */
export function processorMs(pid: number): number {
  let ns = 0;
  for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) ns += threadNs(pid, name);
  return ns / 1e6;
}

function threadNs(pid: number, thread: string): number {
  try {
    return Number(Deno.readTextFileSync(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0]);
  } catch (error) {
    // The thread has ended.
    if (error instanceof Error && /os error [23]\b/.test(error.message)) return 0;
    throw error;
  }
}

/** MB in memory: now, or the maximum so far. */
export function memoryMb(pid: number, which: "now" | "peak" = "now"): number {
  const key = which === "now" ? "VmRSS" : "VmHWM";
  const text = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(new RegExp(`^${key}:\\s*(\\d+)`, "m").exec(text)?.[1]) / 1024;
}

/** Resolves after `ms` milliseconds: for polling, never to wait for an event. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Milliseconds between two polls, and the share of them that a busy process uses. */
const POLL_MS = 5;
const BUSY_SHARE = 0.2;

/**
 * Milliseconds from now until the process is idle: for `quietMs` it never uses more than a fifth of a processor.
 * Returns `giveUpMs` if it is still busy then.
 */
export async function untilIdle(pid: number, quietMs = 100, giveUpMs = 10_000): Promise<number> {
  const began = performance.now();
  let lastWork = 0, known = processorMs(pid), looked = 0;
  for (;;) {
    await pause(POLL_MS);
    const used = processorMs(pid), now = performance.now() - began;
    if (used - known > BUSY_SHARE * (now - looked)) lastWork = now;
    [known, looked] = [used, now];
    if (now - lastWork >= quietMs && now >= quietMs) return lastWork;
    if (now >= giveUpMs) return giveUpMs;
  }
}
