/**
 * Which `\p{…}` names are known, in the spellings of JavaScript, Rust, PCRE and Java.
 * @module
 */

/** Names are longer than this by blanks alone. */
const LONGEST = 100;
/** Spellings that are remembered; there is no end to those that blanks and letter case make. */
const MOST = 500;

const known = new Map<string, string>();

/**
 * The JavaScript spelling of a Unicode property: `greek` and `Script=Greek` give `Script=Greek`.
 * Undefined for an unknown one, and for properties of strings, which no single character has.
 */
export function propertyName(name: string): string | undefined {
  if (name.length > LONGEST) return undefined;
  const found = known.get(name) ?? candidates(name).find(compiles);
  if (found === undefined) return undefined;
  if (known.size >= MOST) known.clear();
  known.set(name, found);
  return found;
}

function candidates(name: string): string[] {
  const bare = name.replace(/^(?:Is|In)(?=[A-Z])/, "");
  const [key, value] = split(bare);
  if (value !== undefined) return [name, `${titled(key)}=${titled(value)}`, `${key.toLowerCase()}=${titled(value)}`];
  const spellings = [name, bare, titled(bare), bare.toUpperCase(), bare.toLowerCase()];
  return [...spellings, `Script=${bare}`, `Script=${titled(bare)}`];
}

function split(name: string): [string, string?] {
  const at = name.search(/[=:]/);
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

/** `old_italic`, `old italic` → `Old_Italic`. */
function titled(name: string): string {
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

const ascii = new Map<string, readonly number[]>();

/** The ASCII that has the property (one that `propertyName` gave). */
export function asciiWith(name: string): readonly number[] {
  const known = ascii.get(name);
  if (known !== undefined) return known;
  const codes = Array.from({ length: 128 }, (_, code) => code).filter((code) => hasProperty(name, code));
  ascii.set(name, codes);
  return codes;
}

const tests = new Map<string, RegExp>();

/** Whether the code point has the property (one that `propertyName` gave). */
export function hasProperty(name: string, code: number): boolean {
  let test = tests.get(name);
  if (test === undefined) tests.set(name, test = new RegExp(`^\\p{${name}}$`, "u"));
  return test.test(String.fromCodePoint(code));
}
