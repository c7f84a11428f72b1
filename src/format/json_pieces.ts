/**
 * JSON of a long answer bit by bit, so that nobody has to wait for all of it.
 * @module
 */
import type { Steps } from "./steps.ts";

/** UTF-16 units of a piece, about; a longer string is cut. */
const PIECE = 32 * 1024;
/** What a number, a key or a bracket weighs: about the units it is written with. */
const LIGHT = 8;

/**
 * JSON of plain data, in pieces: joined they are what `JSON.stringify` gives.
 *
 * @example
 * ```ts
 * [...jsonPieces({ total: 2, paths: ["a.ts", "b.ts"] })]; // ['{"total":2,"paths":["a.ts","b.ts"]}']
 * ```
 */
export function* jsonPieces(value: unknown): Generator<string, void, void> {
  let piece = "";
  for (const part of parts(value, new WeakSet())) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** Members of what was weighed, as they were written: it is sent next, and nothing in it changes any more. */
const WEIGHED = new WeakMap<object, readonly string[]>();

/** The same of an answer's fields, in parts of any size, one a step. Its long members need not be written again. */
export function* jsonParts(fields: Readonly<Record<string, unknown>>): Steps<readonly string[]> {
  for (const value of Object.values(fields)) {
    if (isObject(value)) WEIGHED.set(value, yield* inSteps(parts(value, new WeakSet())));
  }
  return yield* inSteps(parts(fields, new WeakSet()));
}

function* inSteps(pieces: Iterable<string>): Steps<string[]> {
  const all: string[] = [];
  for (const piece of pieces) {
    all.push(piece);
    yield;
  }
  return all;
}

/** @param heavy what has turned out to be worth being cut */
function* parts(value: unknown, heavy: WeakSet<object>): Generator<string, void, void> {
  const known = isObject(value) ? WEIGHED.get(value) : undefined;
  if (known !== undefined) return yield* known;
  const isLight = !(isObject(value) && heavy.has(value)) && weightOf(value, 0, heavy) < PIECE;
  if (isLight) yield JSON.stringify(value) ?? "null";
  else if (typeof value === "string") yield* stringParts(value);
  else if (Array.isArray(value)) yield* arrayParts(value, heavy);
  else if (isObject(value)) yield* objectParts(value, heavy);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** About how many units a value is written with, and `before`; not more than a piece is looked at. */
function weightOf(value: unknown, before: number, heavy: WeakSet<object>): number {
  if (typeof value === "string") return before + value.length;
  const known = isObject(value) ? WEIGHED.get(value) : undefined;
  if (known !== undefined) return before + known.reduce((sum, { length }) => sum + length, 0);
  let weight = before + LIGHT;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && weight < PIECE; i++) weight = weightOf(value[i], weight, heavy);
  } else if (isObject(value)) {
    for (const key in value) {
      if (weight >= PIECE) break;
      weight = weightOf(value[key], weight + LIGHT, heavy);
    }
  }
  // To be looked through for its keys once more, for each level that it is below, takes long.
  if (isObject(value) && weight - before >= PIECE / 2) heavy.add(value);
  return weight;
}

function* stringParts(text: string): Generator<string, void, void> {
  yield '"';
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = wholeCharacter(text, at + PIECE);
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
  }
  yield '"';
}

/** `at`, or behind the pair that it would part. */
function wholeCharacter(text: string, at: number): number {
  const low = text.charCodeAt(at);
  return low >= 0xdc00 && low <= 0xdfff ? at + 1 : at;
}

/** As many elements at a time as one piece can hold; a larger one by itself. */
function* arrayParts(values: readonly unknown[], heavy: WeakSet<object>): Generator<string, void, void> {
  for (let from = 0, end = 0; from < values.length; from = end) {
    end = from + 1;
    for (let weight = weightOf(values[from], 0, heavy); end < values.length && weight < PIECE / 2; end++) {
      weight = weightOf(values[end], weight, heavy);
      if (weight >= PIECE) break;
    }
    yield from === 0 ? "[" : ",";
    if (end > from + 1) yield JSON.stringify(values.slice(from, end)).slice(1, -1);
    else yield* parts(values[from], heavy);
  }
  yield "]";
}

/** Values that weigh little come along with their keys; any other by itself. */
function* objectParts(value: Readonly<Record<string, unknown>>, heavy: WeakSet<object>): Generator<string, void, void> {
  let text = "{", mark = "";
  for (const key of Object.keys(value)) {
    const own = value[key];
    if (own === undefined) continue;
    text += `${mark}${JSON.stringify(key)}:`;
    mark = ",";
    if (typeof own === "number" && Number.isFinite(own)) text += own;
    else {
      yield text;
      text = "";
      yield* parts(own, heavy);
    }
    if (text.length < PIECE) continue;
    yield text;
    text = "";
  }
  yield text + "}";
}
