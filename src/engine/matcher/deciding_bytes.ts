/**
 * Bytes that alone decide whether a line has a match, so that the kernel counts lines without an expression.
 * `required_bytes.ts` handles more patterns, but its needles are only necessary, not sufficient.
 * @module
 */
import type { AssertionKind, Node } from "../regex/ast.ts";
import type { EmitTarget } from "../regex/emit.ts";
import type { Side } from "../regex/word_boundaries.ts";
import { type ByteSet, byteSetOf, hasByte, MAX_NEEDLE_BYTES, MAX_NEEDLES, type Needle } from "../simd/byte_set.ts";
import {
  allAlternatives,
  type ByteSequences,
  cappedCount,
  concatenated,
  EMPTY_SEQUENCE,
  ifFewEnough,
  leafBytes,
  mergeSimilar,
} from "./byte_sequences.ts";

/** A line has a match exactly if it contains one of these needles. */
export interface DecidingBytes {
  readonly needles: readonly Needle[];
  /** Bytes (0 or 1) of every needle before and after the match: those of the neighbouring lines, or zeros. */
  readonly lead: number;
  readonly trail: number;
}

/** By the kind of text; absent if bytes alone don't decide. */
export interface DecidingBytesByKind {
  /** For pure ASCII without a NUL. */
  readonly ascii?: DecidingBytes;
  /** For any other UTF-8, valid or not. */
  readonly unicode?: DecidingBytes;
}

/**
 * The deciding needles of a pattern whose matches stay within a line.
 *
 * @example
 * ```ts
 * import { parsePattern } from "../regex/parse.ts";
 * // no word byte, "foo", a digit
 * decidingBytesOf(parsePattern("\\bfoo\\d", false).root).ascii?.lead; // 1
 * // how far apart they are is open
 * decidingBytesOf(parsePattern("a.*b", false).root).ascii; // undefined
 * ```
 */
export function decidingBytesOf(root: Node): DecidingBytesByKind {
  const unicode = decidingBytesFor(root, true);
  // Needles for any text also hold for ASCII, and giving the kernel other needles takes time.
  const ascii = unicode ?? decidingBytesFor(root, false);
  return { ...ascii && { ascii }, ...unicode && { unicode } };
}

function decidingBytesFor(root: Node, unicode: boolean): DecidingBytes | undefined {
  const { before, core, after } = framePattern(root);
  // Beside a match may be part of a character, unless the text is ASCII.
  if (unicode && (before !== undefined || after !== undefined)) return undefined;
  const sequences = allSequencesOf(core, { unicode, byLine: true });
  if (sequences === undefined || sequences.some((sequence) => sequence.length === 0)) return undefined;
  if (unicode && sequences.some((sequence) => sequence.some((set) => !isAsciiWithoutNul(set)))) return undefined;
  const led = before === undefined ? sequences : withNeighbour(sequences, before, "first");
  const needles = led && (after === undefined ? led : withNeighbour(led, after, "last"));
  if (needles === undefined || needles.length === 0 || needles.length > MAX_NEEDLES) return undefined;
  if (needles.some(({ length }) => length > MAX_NEEDLE_BYTES)) return undefined;
  return { needles, lead: before === undefined ? 0 : 1, trail: after === undefined ? 0 : 1 };
}

/** A pattern with at most one assertion at each end. */
interface FramedPattern {
  readonly before?: AssertionKind;
  readonly core: Node;
  readonly after?: AssertionKind;
}

function framePattern(root: Node): FramedPattern {
  const parts = flattened(root), [first] = parts, last = parts.at(-1);
  const before = first?.type === "assertion" ? first.kind : undefined;
  const after = parts.length > 1 && last?.type === "assertion" ? last.kind : undefined;
  const core = parts.slice(before === undefined ? 0 : 1, after === undefined ? undefined : -1);
  return { before, core: { type: "sequence", parts: core }, after };
}

function flattened(node: Node): readonly Node[] {
  if (node.type === "group") return flattened(node.body);
  return node.type === "sequence" ? node.parts.flatMap(flattened) : [node];
}

/** The byte sequences that `node` matches, all of them and no others; undefined if they can't be listed. */
function allSequencesOf(node: Node, target: EmitTarget): ByteSequences | undefined {
  switch (node.type) {
    case "char":
    case "class": {
      const bytes = leafBytes(node, target);
      return "sequences" in bytes ? bytes.sequences : undefined;
    }
    case "sequence":
      return sequenceOf(node.parts.length, (i) => allSequencesOf(node.parts[i], target));
    case "alternation":
      return ifFewEnough(allAlternatives(node.branches.values().map((branch) => allSequencesOf(branch, target))));
    case "repeat": {
      const once = node.min === node.max ? allSequencesOf(node.body, target) : undefined;
      return sequenceOf(cappedCount(node.max), () => once);
    }
    case "group":
      return allSequencesOf(node.body, target);
    default:
      return undefined;
  }
}

/** Does not evaluate the next part if the sequences so far are already too many. */
function sequenceOf(count: number, part: (i: number) => ByteSequences | undefined): ByteSequences | undefined {
  let sequences: ByteSequences | undefined = EMPTY_SEQUENCE;
  for (let i = 0; i < count && sequences.length > 0; i++) {
    const next = part(i);
    sequences = next && concatenated(sequences, next);
    if (sequences === undefined) return undefined;
  }
  return sequences;
}

const WORD_BYTES = byteSetOf(
  [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"].map((c) => c.charCodeAt(0)),
);
const NON_WORD_BYTES = WORD_BYTES.map((bits) => ~bits);
/** The line feed, or the zero on either side of a text. Texts that contain another zero are decided otherwise. */
const LINE_BOUNDARY_BYTES = byteSetOf([0, 10]);

/** The line anchors, by the side of the line on which they match. */
const LINE_ASSERTION_SIDES: Partial<Record<AssertionKind, Side>> = {
  line_start: "first",
  text_start: "first",
  line_end: "last",
  text_end: "last",
  text_end_or_break: "last",
};

/** The sequences with the neighbouring byte on the side of the assertion. */
function withNeighbour(sequences: ByteSequences, edge: AssertionKind, side: Side): ByteSequences | undefined {
  const beside = neighbourSets(edge, side);
  return beside &&
    mergeSimilar(
      beside.flatMap(({ outer, inner }) => sequences.flatMap((sequence) => addNeighbour(sequence, outer, inner, side))),
    );
}

/** The neighbouring byte, and the allowed bytes of the sequence beside it; undefined for other assertions. */
function neighbourSets(edge: AssertionKind, side: Side): { outer: ByteSet; inner?: ByteSet }[] | undefined {
  const start = side === "first";
  switch (edge) {
    case "word_start_half":
      return start ? [{ outer: NON_WORD_BYTES }] : undefined;
    case "word_end_half":
      return start ? undefined : [{ outer: NON_WORD_BYTES }];
    case "word_start":
      return start ? [{ outer: NON_WORD_BYTES, inner: WORD_BYTES }] : undefined;
    case "word_end":
      return start ? undefined : [{ outer: NON_WORD_BYTES, inner: WORD_BYTES }];
    case "word":
      return [{ outer: NON_WORD_BYTES, inner: WORD_BYTES }, { outer: WORD_BYTES, inner: NON_WORD_BYTES }];
    case "not_word":
      return undefined;
    default:
      return LINE_ASSERTION_SIDES[edge] === side ? [{ outer: LINE_BOUNDARY_BYTES }] : undefined;
  }
}

function addNeighbour(sequence: Needle, outer: ByteSet, inner: ByteSet | undefined, side: Side): Needle[] {
  const at = side === "first" ? 0 : sequence.length - 1;
  const own = inner === undefined ? sequence[at] : sequence[at].map((bits, i) => bits & inner[i]);
  if (own.every((bits) => bits === 0)) return [];
  const rest = sequence.with(at, own);
  return [side === "first" ? [outer, ...rest] : [...rest, outer]];
}

function isAsciiWithoutNul(set: ByteSet): boolean {
  return set.every((bits, i) => i < 4 || bits === 0) && !hasByte(set, 0);
}
