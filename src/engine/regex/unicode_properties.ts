/**
 * The names that `\p{…}` accepts, in the spellings of JavaScript, Rust, PCRE and Java.
 * @module
 */

/** No property's name is longer, without blanks. */
const MAX_NAME_CHARS = 100;
/** Blanks and letter case give each name endlessly many spellings; this many are cached. */
const MAX_CACHED_NAMES = 500;

const nameCache = new Map<string, string>();

/**
 * The JavaScript spelling of a Unicode property: `greek` and `Script=Greek` give `Script=Greek`. Undefined for an
 * unknown name, and for properties of strings, which no single character has.
 */
export function propertyName(name: string): string | undefined {
  if (name.length > MAX_NAME_CHARS) return undefined;
  const found = nameCache.get(name) ?? candidates(name).find(compiles);
  if (found === undefined) return undefined;
  if (nameCache.size >= MAX_CACHED_NAMES) nameCache.clear();
  nameCache.set(name, found);
  return found;
}

function candidates(name: string): string[] {
  const bare = name.replace(/^(?:Is|In)(?=[A-Z])/, "");
  const [key, value] = split(bare);
  if (value !== undefined) {
    return [name, `${titleCased(key)}=${titleCased(value)}`, `${key.toLowerCase()}=${titleCased(value)}`];
  }
  const spellings = [name, bare, titleCased(bare), bare.toUpperCase(), bare.toLowerCase()];
  return [...spellings, `Script=${bare}`, `Script=${titleCased(bare)}`];
}

function split(name: string): [string, string?] {
  const at = name.search(/[=:]/);
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

/** `old_italic`, `old italic` → `Old_Italic`. */
function titleCased(name: string): string {
  return name.trim().split(/[_\s-]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join("_");
}

function compiles(name: string): boolean {
  if (!/^[\w=]+$/.test(name)) return false;
  try {
    return new RegExp(`\\p{${name}}`, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** The ASCII code points that have a property, named as `propertyName` returns it. */
export function asciiWithProperty(name: string): readonly number[] {
  return Array.from({ length: 128 }, (_, code) => code).filter((code) => hasProperty(name, code));
}

const testCache = new Map<string, RegExp>();

/** Whether a code point has a property, named as `propertyName` returns it. */
export function hasProperty(name: string, code: number): boolean {
  let test = testCache.get(name);
  if (test === undefined) testCache.set(name, test = new RegExp(`^\\p{${name}}$`, "u"));
  return test.test(String.fromCodePoint(code));
}
