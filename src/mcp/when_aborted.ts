/** Calls `then` with the reason when `signal` is aborted, or immediately if it already is. */
export function whenAborted(signal: AbortSignal, then: (reason: unknown) => void): void {
  if (signal.aborted) then(signal.reason);
  else signal.addEventListener("abort", () => then(signal.reason), { once: true });
}
