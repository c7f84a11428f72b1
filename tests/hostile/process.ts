/**
 * What the kernel tells of a process: its processor time and its memory. Linux only.
 * @module
 */

/** Whether any of this can be asked. */
export const CAN_WATCH = Deno.build.os === "linux";

/** Processor time used so far, in clock ticks (10 ms each). */
export function ticks(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1].split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** MB in memory, now or at most. */
export function memory(pid: number, which: "now" | "peak" = "now"): number {
  const key = which === "now" ? "VmRSS" : "VmHWM";
  const text = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(new RegExp(`^${key}:\\s*(\\d+)`, "m").exec(text)?.[1]) / 1024;
}

/** Resolves after `ms` milliseconds: to look at something that goes on, never to wait for it. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Milliseconds from now until the process uses the processor no more (at most one tick in `quietMs`); `giveUpMs` when
 * it goes on.
 */
export async function untilIdle(pid: number, quietMs = 100, giveUpMs = 10_000): Promise<number> {
  const began = performance.now();
  let lastWork = 0, known = ticks(pid);
  for (;;) {
    await pause(10);
    const now = performance.now() - began, used = ticks(pid);
    // A process that is spoken to answers pings and collects garbage: one tick is no work.
    if (used - known > 1) [lastWork, known] = [now, used];
    if (now - lastWork >= quietMs && now >= quietMs) return lastWork;
    if (now >= giveUpMs) return giveUpMs;
  }
}
