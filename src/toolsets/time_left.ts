/**
 * How much of a call's time is left for a second look.
 * @module
 */

/** What `ask` comes to, and the milliseconds of `timeoutMs` that are left then; they may be negative. */
export async function withTimeLeft<T>(timeoutMs: number, ask: () => Promise<T>): Promise<[T, leftMs: number]> {
  const began = performance.now(), asked = await ask();
  return [asked, timeoutMs - (performance.now() - began)];
}
