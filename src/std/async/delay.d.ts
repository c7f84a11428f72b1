/** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
export function delay(ms: number, options?: { signal?: AbortSignal }): Promise<void>;
