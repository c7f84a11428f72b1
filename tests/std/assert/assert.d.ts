/** Throws unless `expr` is truthy. */
export function assert(expr: unknown, msg?: string): asserts expr;
/** Throws unless the two are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
/** Throws if the two are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;
/** Throws unless `actual` contains `expected`. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void;
/** Throws unless `actual` matches `expected`. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void;
/** Throws unless `fn` throws; the error it threw. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  errorClass: abstract new (...args: never[]) => E,
  msgIncludes?: string,
): E;
/** Throws unless `fn` rejects; the error it rejected with. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  errorClass: abstract new (...args: never[]) => E,
  msgIncludes?: string,
): Promise<E>;
