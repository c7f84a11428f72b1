/**
 * JSON of a long answer bit by bit, so that nobody has to wait for all of it.
 * @module
 */
import type { Steps } from "./steps.ts";

/** UTF-16 units of a piece, about; a longer string is cut. */
const PIECE = 32 * 1024;
/** Elements of an array that is gone through one by one. */
const MANY = 32;

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
  for (const part of parts(value)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** The same as one text, a piece a step. */
export function* jsonOf(value: unknown): Steps<string> {
  const pieces: string[] = [];
  for (const piece of jsonPieces(value)) {
    pieces.push(piece);
    yield;
  }
  return pieces.join("");
}

function* parts(value: unknown): Generator<string, void, void> {
  if (!isLarge(value)) yield JSON.stringify(value) ?? "null";
  else if (typeof value === "string") yield* stringParts(value);
  else if (Array.isArray(value)) yield* arrayParts(value);
  else yield* objectParts(value);
}

/** Too large to be written at one go. */
function isLarge(value: unknown): value is object | string {
  if (typeof value === "string") return value.length > PIECE;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > MANY || value.some(isLarge);
  return Object.values(value).some(isLarge);
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

function* arrayParts(values: readonly unknown[]): Generator<string, void, void> {
  for (let i = 0; i < values.length; i++) {
    yield i === 0 ? "[" : ",";
    yield* parts(values[i]);
  }
  yield "]";
}

function* objectParts(value: object): Generator<string, void, void> {
  let mark = "{";
  for (const [key, own] of Object.entries(value)) {
    if (own === undefined) continue;
    yield `${mark}${JSON.stringify(key)}:`;
    yield* parts(own);
    mark = ",";
  }
  yield mark === "{" ? "{}" : "}";
}
