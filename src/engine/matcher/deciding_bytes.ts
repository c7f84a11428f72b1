/**
 * Which bytes decide by themselves whether a line has a match: the kernel then counts lines and no
 * expression is run. `needles.ts` knows more patterns, but only what a match must hold, not what is enough.
 * @module
 */
import { type ByteSet, byteSetOf, hasByte, MAX_NEEDLE_BYTES, MAX_NEEDLES, type Needle } from "../simd/byte_set.ts";
import type { AssertionKind, Node, Repeat } from "../regex/ast.ts";
import {
  allAlternatives,
  type ByteSequences,
  cappedCount,
  concatenated,
  EMPTY_SEQUENCE,
  ifFewEnough,
  mergeSimilar,
} from "./byte_sequences.ts";
import type { EmitTarget } from "../regex/emit_class.ts";
import { leafBytes } from "./leaf_bytes.ts";
import { factorBoundaries, type Side } from "../regex/word_boundaries.ts";

/** A line has a match exactly where it holds one of these. */
export interface DecidingBytes {
  readonly needles: readonly Needle[];
  /** Bytes (0 or 1) of every needle that stand before the match, and behind it: the line's neighbours, or zeros. */
  readonly lead: number;
  readonly trail: number;
}

/** By the kind of text; absent where bytes alone can't tell. */
export interface DecidingBytesByKind {
  /** Of pure ASCII without a NUL. */
  readonly ascii?: DecidingBytes;
  /** Any other UTF-8, valid or not. */
  readonly unicode?: DecidingBytes;
}

/**
 * The needles that decide, for a pattern whose matches stay within a line.
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
  // What holds for any text holds for ASCII, and to aim the kernel at other needles takes its time.
  const ascii = unicode ?? decidingBytesFor(root, false);
  return { ...ascii && { ascii }, ...unicode && { unicode } };
}

function decidingBytesFor(root: Node, unicode: boolean): DecidingBytes | undefined {
  const { before, core, after } = framePattern(root);
  if (!unicode && isEmpty(core)) return decidingLineEdges([before, after]);
  // What stands beside a match may be half a character, unless all is ASCII.
  if (unicode && (before !== undefined || after !== undefined)) return undefined;
  const runs = allSequencesOf(core, { unicode, byLine: true });
  if (runs === undefined || runs.some((run) => run.length === 0)) return undefined;
  if (unicode && runs.some((run) => run.some((set) => !isAsciiWithoutNul(set)))) return undefined;
  const led = before === undefined ? runs : withNeighbour(runs, before, "first");
  const needles = led && (after === undefined ? led : withNeighbour(led, after, "last"));
  if (needles === undefined || needles.length === 0 || needles.length > MAX_NEEDLES) return undefined;
  if (needles.some(({ length }) => length > MAX_NEEDLE_BYTES)) return undefined;
  return { needles, lead: before === undefined ? 0 : 1, trail: after === undefined ? 0 : 1 };
}

/** Of a pattern that is nothing but line edges: a line's neighbour, and its first byte or break. */
function decidingLineEdges(edges: readonly (AssertionKind | undefined)[]): DecidingBytes | undefined {
  if (!edges.every((edge) => edge === undefined || edge in LINE_ASSERTION_SIDES)) return undefined;
  const sides = new Set(edges.map((edge) => edge && LINE_ASSERTION_SIDES[edge]));
  const needle = [LINE_BOUNDARY_BYTES, sides.has("first") && sides.has("last") ? LINE_FEED_BYTE : ANY_BYTE];
  return { needles: [needle], lead: 1, trail: 0 };
}

function isEmpty(node: Node): boolean {
  return node.type === "sequence" && node.parts.length === 0;
}

/** A pattern with at most one position asked for at either end. */
interface FramedPattern {
  readonly before?: AssertionKind;
  readonly core: Node;
  readonly after?: AssertionKind;
}

function framePattern(root: Node): FramedPattern {
  const parts = flattened(root), [first] = parts, last = parts.at(-1);
  if (parts.length === 1 && first.type === "either") {
    const { before, branches, after } = factorBoundaries(first.branches);
    return { before: before?.kind, core: { type: "either", branches }, after: after?.kind };
  }
  const before = first?.type === "edge" ? first.kind : undefined;
  const after = parts.length > 1 && last?.type === "edge" ? last.kind : undefined;
  const core = parts.slice(before === undefined ? 0 : 1, after === undefined ? undefined : -1);
  return { before, core: { type: "sequence", parts: core }, after };
}

function flattened(node: Node): readonly Node[] {
  if (node.type === "group") return flattened(node.body);
  return node.type === "sequence" ? node.parts.flatMap(flattened) : [node];
}

/** The byte runs that `node` matches, all of them and no others; undefined where they can't be listed. */
function allSequencesOf(node: Node, target: EmitTarget): ByteSequences | undefined {
  switch (node.type) {
    case "char":
    case "set": {
      const bytes = leafBytes(node, target);
      return "runs" in bytes ? bytes.runs : undefined;
    }
    case "sequence":
      return node.parts.reduce<ByteSequences | undefined>(
        (runs, part) => followedBy(runs, () => allSequencesOf(part, target)),
        EMPTY_SEQUENCE,
      );
    case "either":
      return ifFewEnough(allAlternatives(node.branches.values().map((branch) => allSequencesOf(branch, target))));
    case "repeat":
      return repeatedSequences(node, target);
    case "group":
      return allSequencesOf(node.body, target);
    default:
      return undefined;
  }
}

/** The next part is not looked at where this much is too much already. */
function followedBy(runs: ByteSequences | undefined, next: () => ByteSequences | undefined): ByteSequences | undefined {
  if (runs === undefined || runs.length === 0) return runs;
  const more = next();
  return more && concatenated(runs, more);
}

function repeatedSequences({ body, min, max }: Repeat, target: EmitTarget): ByteSequences | undefined {
  if (max === Infinity || max > MAX_NEEDLES && max > min) return undefined;
  const once = allSequencesOf(body, target);
  const counts: (ByteSequences | undefined)[] = [];
  let run: ByteSequences | undefined = EMPTY_SEQUENCE;
  const most = cappedCount(max);
  for (let times = 0; times <= most && run !== undefined; times++) {
    if (times >= cappedCount(min)) counts.push(run);
    run = times === most ? run : followedBy(run, () => once);
  }
  return run && ifFewEnough(allAlternatives(counts));
}

const WORD_BYTES = byteSetOf(
  [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"].map((c) => c.charCodeAt(0)),
);
const NON_WORD_BYTES = WORD_BYTES.map((bits) => ~bits);
/** The line feed, or the zero on either side of a text: a text that has another zero is never asked. */
const LINE_BOUNDARY_BYTES = byteSetOf([0, 10]);
const LINE_FEED_BYTE = byteSetOf([10]);
const ANY_BYTE = byteSetOf(Array.from({ length: 256 }, (_, byte) => byte));

/** The edges of lines, by the side of the line they are on. */
const LINE_ASSERTION_SIDES: Partial<Record<AssertionKind, Side>> = {
  line_start: "first",
  text_start: "first",
  line_end: "last",
  text_end: "last",
  text_end_or_break: "last",
};

/** The runs with the byte beside them, on the side where the pattern asks for a position. */
function withNeighbour(runs: ByteSequences, edge: AssertionKind, side: Side): ByteSequences | undefined {
  const beside = neighbourSets(edge, side);
  return beside &&
    mergeSimilar(beside.flatMap(({ outer, inner }) => runs.flatMap((run) => addNeighbour(run, outer, inner, side))));
}

/** The byte outside, and those that the run's own byte there is one of; undefined for a position of another kind. */
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

function addNeighbour(run: Needle, outer: ByteSet, inner: ByteSet | undefined, side: Side): Needle[] {
  const at = side === "first" ? 0 : run.length - 1;
  const own = inner === undefined ? run[at] : run[at].map((bits, i) => bits & inner[i]);
  if (own.every((bits) => bits === 0)) return [];
  const rest = run.with(at, own);
  return [side === "first" ? [outer, ...rest] : [...rest, outer]];
}

function isAsciiWithoutNul(set: ByteSet): boolean {
  return set.every((bits, i) => i < 4 || bits === 0) && !hasByte(set, 0);
}
