/**
 * Which bytes decide by themselves whether a line has a match: the kernel then counts lines and no
 * expression is run. `needles.ts` knows more patterns, but only what a match must hold, not what is enough.
 * @module
 */
import { type ByteSet, bytesOf, hasByte, MAX_LENGTH, MAX_NEEDLES, type Needle } from "../kernel/byte_set.ts";
import type { EdgeKind, Node, Repeat } from "./ast.ts";
import { countable, crossed, few, merged, NOTHING, type Runs, united } from "./byte_runs.ts";
import type { Target } from "./emit_set.ts";
import { leafBytes } from "./leaf_bytes.ts";
import { factorEdges, type Side } from "./word_edges.ts";

/** A line has a match exactly where it holds one of these. */
export interface LineNeedles {
  readonly needles: readonly Needle[];
  /** Bytes (0 or 1) of every needle that stand before the match, and behind it: the line's neighbours, or zeros. */
  readonly lead: number;
  readonly trail: number;
}

/** By the kind of text; absent where bytes alone can't tell. */
export interface LineNeedlesByKind {
  /** Of pure ASCII without a NUL. */
  readonly ascii?: LineNeedles;
  /** Any other UTF-8, valid or not. */
  readonly unicode?: LineNeedles;
}

/**
 * The needles that decide, for a pattern whose matches stay within a line.
 *
 * @example
 * ```ts
 * import { parsePattern } from "./parse.ts";
 * // no word byte, "foo", a digit
 * lineNeedlesOf(parsePattern("\\bfoo\\d", false).root).ascii?.lead; // 1
 * // how far apart they are is open
 * lineNeedlesOf(parsePattern("a.*b", false).root).ascii; // undefined
 * ```
 */
export function lineNeedlesOf(root: Node): LineNeedlesByKind {
  const unicode = decisive(root, true);
  // What holds for any text holds for ASCII, and to aim the kernel at other needles takes its time.
  const ascii = unicode ?? decisive(root, false);
  return { ...ascii && { ascii }, ...unicode && { unicode } };
}

function decisive(root: Node, unicode: boolean): LineNeedles | undefined {
  const { before, core, after } = framed(root);
  if (!unicode && isEmpty(core)) return decisiveEdges([before, after]);
  // What stands beside a match may be half a character, unless all is ASCII.
  if (unicode && (before !== undefined || after !== undefined)) return undefined;
  const runs = runsOf(core, { unicode, byLine: true });
  if (runs === undefined || runs.some((run) => run.length === 0)) return undefined;
  if (unicode && runs.some((run) => run.some((set) => !isAscii(set)))) return undefined;
  const led = before === undefined ? runs : bordered(runs, before, "first");
  const needles = led && (after === undefined ? led : bordered(led, after, "last"));
  if (needles === undefined || needles.length === 0 || needles.length > MAX_NEEDLES) return undefined;
  if (needles.some(({ length }) => length > MAX_LENGTH)) return undefined;
  return { needles, lead: before === undefined ? 0 : 1, trail: after === undefined ? 0 : 1 };
}

/** Of a pattern that is nothing but line edges: a line's neighbour, and its first byte or break. */
function decisiveEdges(edges: readonly (EdgeKind | undefined)[]): LineNeedles | undefined {
  if (!edges.every((edge) => edge === undefined || edge in LINE_SIDES)) return undefined;
  const sides = new Set(edges.map((edge) => edge && LINE_SIDES[edge]));
  const needle = [LINE_EDGE, sides.has("first") && sides.has("last") ? LINE_FEED : ANY];
  return { needles: [needle], lead: 1, trail: 0 };
}

function isEmpty(node: Node): boolean {
  return node.type === "sequence" && node.parts.length === 0;
}

/** A pattern with at most one position asked for at either end. */
interface Framed {
  readonly before?: EdgeKind;
  readonly core: Node;
  readonly after?: EdgeKind;
}

function framed(root: Node): Framed {
  const parts = flattened(root), [first] = parts, last = parts.at(-1);
  if (parts.length === 1 && first.type === "either") {
    const { before, branches, after } = factorEdges(first.branches);
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
function runsOf(node: Node, target: Target): Runs | undefined {
  switch (node.type) {
    case "char":
    case "set": {
      const bytes = leafBytes(node, target);
      return "runs" in bytes ? bytes.runs : undefined;
    }
    case "sequence":
      return node.parts.reduce<Runs | undefined>((runs, part) => behind(runs, () => runsOf(part, target)), NOTHING);
    case "either":
      return few(united(node.branches.values().map((branch) => runsOf(branch, target))));
    case "repeat":
      return repeatOf(node, target);
    case "group":
      return runsOf(node.body, target);
    default:
      return undefined;
  }
}

/** The next part is not looked at where this much is too much already. */
function behind(runs: Runs | undefined, next: () => Runs | undefined): Runs | undefined {
  if (runs === undefined || runs.length === 0) return runs;
  const more = next();
  return more && crossed(runs, more);
}

function repeatOf({ body, min, max }: Repeat, target: Target): Runs | undefined {
  if (max === Infinity || max > MAX_NEEDLES && max > min) return undefined;
  const once = runsOf(body, target);
  const counts: (Runs | undefined)[] = [];
  let run: Runs | undefined = NOTHING;
  const most = countable(max);
  for (let times = 0; times <= most && run !== undefined; times++) {
    if (times >= countable(min)) counts.push(run);
    run = times === most ? run : behind(run, () => once);
  }
  return run && few(united(counts));
}

const WORD = bytesOf(
  [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"].map((c) => c.charCodeAt(0)),
);
const NO_WORD = WORD.map((bits) => ~bits);
/** The line feed, or the zero on either side of a text: a text that has another zero is never asked. */
const LINE_EDGE = bytesOf([0, 10]);
const LINE_FEED = bytesOf([10]);
const ANY = bytesOf(Array.from({ length: 256 }, (_, byte) => byte));

/** The edges of lines, by the side of the line they are on. */
const LINE_SIDES: Partial<Record<EdgeKind, Side>> = {
  line_start: "first",
  text_start: "first",
  line_end: "last",
  text_end: "last",
  text_end_or_break: "last",
};

/** The runs with the byte beside them, on the side where the pattern asks for a position. */
function bordered(runs: Runs, edge: EdgeKind, side: Side): Runs | undefined {
  const beside = besideOf(edge, side);
  return beside &&
    merged(beside.flatMap(({ outer, inner }) => runs.flatMap((run) => withBorder(run, outer, inner, side))));
}

/** The byte outside, and those that the run's own byte there is one of; undefined for a position of another kind. */
function besideOf(edge: EdgeKind, side: Side): { outer: ByteSet; inner?: ByteSet }[] | undefined {
  const start = side === "first";
  switch (edge) {
    case "word_start_half":
      return start ? [{ outer: NO_WORD }] : undefined;
    case "word_end_half":
      return start ? undefined : [{ outer: NO_WORD }];
    case "word_start":
      return start ? [{ outer: NO_WORD, inner: WORD }] : undefined;
    case "word_end":
      return start ? undefined : [{ outer: NO_WORD, inner: WORD }];
    case "word":
      return [{ outer: NO_WORD, inner: WORD }, { outer: WORD, inner: NO_WORD }];
    case "not_word":
      return undefined;
    default:
      return LINE_SIDES[edge] === side ? [{ outer: LINE_EDGE }] : undefined;
  }
}

function withBorder(run: Needle, outer: ByteSet, inner: ByteSet | undefined, side: Side): Needle[] {
  const at = side === "first" ? 0 : run.length - 1;
  const own = inner === undefined ? run[at] : run[at].map((bits, i) => bits & inner[i]);
  if (own.every((bits) => bits === 0)) return [];
  const rest = run.with(at, own);
  return [side === "first" ? [outer, ...rest] : [...rest, outer]];
}

function isAscii(set: ByteSet): boolean {
  return set.every((bits, i) => i < 4 || bits === 0) && !hasByte(set, 0);
}
