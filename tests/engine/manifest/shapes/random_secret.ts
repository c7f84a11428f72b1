/**
 * Random secrets, and how one is written into a text.
 * @module
 */
import type { Random } from "../../../seed.ts";

/** One way in which a secret can be written in a file. */
export interface Shape {
  readonly name: string;
  /** Writes a file's text with the secret in it. */
  readonly write: (random: Random) => string;
}

export const LOWER = "abcdefghijklmnopqrstuvwxyz", UPPER = LOWER.toUpperCase(), DIGITS = "0123456789";
export const ALNUM = LOWER + UPPER + DIGITS, HEX = DIGITS + "abcdef", BASE64 = ALNUM + "+/", URL64 = ALNUM + "-_";

export function chars(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.int(alphabet.length)]).join("");
}

/** Lower case, upper case and digits, as generators make them. */
export function key(random: Random, length = 28): string {
  return `k${chars(random, ALNUM, length - 3)}7Q`;
}

export function hex(random: Random, length = 32): string {
  return `a4${chars(random, HEX, length - 2)}`;
}

export function base64(random: Random, length = 43): string {
  return `${key(random, 12)}${chars(random, BASE64, length - 12)}=`;
}

/** As people make them, with the signs that forms ask for. */
export function password(random: Random): string {
  return `${chars(random, ALNUM, 6)}${random.pick(["!", "#", "^", "*", "!?"])}${chars(random, ALNUM, 5)}4z`;
}

const VALUES = [key, hex, base64, password];

/** A secret in `text` in the place of `§`, one of every kind in turn. */
export function written(text: string, i: number): Shape {
  const value = VALUES[i % VALUES.length];
  return { name: text, write: (random) => text.replace("§", () => value(random)) };
}

/** As `written`, where only keys are possible: a password's signs would mean something else. */
export function keyed(text: string, i: number): Shape {
  const value = VALUES[i % 3];
  return { name: text, write: (random) => text.replace("§", () => value(random)) };
}

export function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => chars(random, HEX, length)).join("-");
}
