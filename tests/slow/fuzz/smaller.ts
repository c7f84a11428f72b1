/**
 * Reduces failing cases.
 * @module
 */

/** The most milliseconds for one case. */
const SHRINK_MS = 20_000;

/**
 * Removes parts of lists, fields and texts from a JSON text as long as the case still fails.
 * @param fails whether a case fails
 */
export async function shrink(input: string, fails: (input: string) => Promise<boolean>): Promise<string> {
  const end = performance.now() + SHRINK_MS;
  let least = input;
  for (let found = true; found;) {
    found = false;
    for (const value of lesser(JSON.parse(least))) {
      if (performance.now() > end) return least;
      const less = JSON.stringify(value);
      if (less.length >= least.length || !(await fails(less))) continue;
      least = less;
      found = true;
      break;
    }
  }
  return least;
}

/** Values with a part removed, the largest parts first. */
function* lesser(value: unknown): Generator<unknown> {
  if (typeof value === "string") yield* shorter([...value], (chars) => chars.join(""));
  else if (Array.isArray(value)) {
    yield* shorter(value, (items) => items);
    for (const [i, item] of value.entries()) for (const less of lesser(item)) yield value.with(i, less);
  } else if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value);
    for (const [name, field] of fields) for (const less of lesser(field)) yield { ...value, [name]: less };
    // Fields are removed only from maps with free keys: a case without a required field would fail for that reason.
    for (const [name] of fields.filter(([name]) => /[^a-z_]/i.test(name))) {
      yield Object.fromEntries(fields.filter(([other]) => other !== name));
    }
  }
}

function* shorter<T>(items: readonly T[], join: (items: T[]) => unknown): Generator<unknown> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < items.length; at += size) yield join([...items.slice(0, at), ...items.slice(at + size)]);
  }
}
