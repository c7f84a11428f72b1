/**
 * Wraps an interface to run code before its calls.
 * @module
 */

/** `target`, with `before` run first: it receives the method's name, its arguments and the call's number from 0. */
export function interpose<T extends object>(
  target: T,
  before: (method: string, args: readonly unknown[], call: number) => void,
): T {
  let calls = 0;
  return new Proxy(target, {
    get(inner, key) {
      const member: unknown = Reflect.get(inner, key);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        before(String(key), args, calls++);
        return Reflect.apply(member, inner, args);
      };
    },
  });
}

/** An error like the system's. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made for a test`), { code });
}
