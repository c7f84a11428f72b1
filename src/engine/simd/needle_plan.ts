/**
 * Plans how the kernel searches for its needles, and writes the plan into the kernel's first page.
 * @module
 */
import { teddyTables } from "./teddy_buckets.ts";
import { type ByteSet, MAX_NEEDLE_BYTES, MAX_NEEDLES, membersOf, type Needle, setShare } from "./byte_set.ts";

/** Offsets in the kernel's page, as kernel.wat defines them. */
const OFFSETS = {
  sets: 0,
  needle: 0x4000,
  bucketNeedles: 0x4080,
  tables: 0x4280,
  isPair: 0x4340,
  distances: 0x4344,
  steps: 0x4350,
  greatestAnchor: 0x4354,
  pair: 0x4358,
} as const;

/** The most positions of a needle that the filter inspects. */
const MAX_POSITIONS = 4;
/** The pair loop is faster than the filter: worth up to this many times the filter's candidates. */
const PAIR_GAIN = 8;
/** Candidates as rare as this cost little. */
const RARE_SHARE = 1 / 1000;

/** How much commoner a byte is beside the one that it usually accompanies. */
const NEIGHBOUR_PENALTY = 3;

const ANY_BYTE: ByteSet = new Uint32Array(8).fill(0xffff_ffff);

/**
 * Writes into `page` (the kernel's first 64 KiB) the plan by which `findNeedle` searches for `needles`.
 * @throws RangeError for no needle, too many, an empty or too long one
 */
export function writeNeedlePlan(page: Uint8Array, needles: readonly Needle[]): void {
  checkNeedles(needles);
  const view = new DataView(page.buffer, page.byteOffset);
  for (const [n, needle] of needles.entries()) {
    for (const [i, set] of needle.entries()) writeSet(view, OFFSETS.sets + 32 * (MAX_NEEDLE_BYTES * n + i), set);
  }
  const pair = needles.length === 1 ? pairPlan(needles[0]) : undefined;
  if (pair === undefined) writeFilter(page, view, needles);
  else writePair(view, needles[0], pair);
}

function checkNeedles(needles: readonly Needle[]): void {
  if (needles.length === 0 || needles.length > MAX_NEEDLES) throw new RangeError(`${needles.length} needles`);
  for (const { length } of needles) {
    if (length === 0 || length > MAX_NEEDLE_BYTES) throw new RangeError(`a needle of ${length} bytes`);
  }
}

function writeSet(view: DataView, at: number, set: ByteSet): void {
  for (const [i, word] of set.entries()) view.setUint32(at + 4 * i, word, true);
}

/** A position that one comparison decides: one byte, or two that differ in one bit. */
interface ComparedPosition {
  readonly offset: number;
  /** The bit that is ignored, or 0. */
  readonly bits: number;
  readonly byte: number;
  readonly share: number;
}

/** The two or four rarest such positions; undefined if the filter is faster. */
function pairPlan(needle: Needle): readonly ComparedPosition[] | undefined {
  const compared = byRarity(needle.map(comparedPosition).filter((it) => it !== undefined)).slice(0, MAX_POSITIONS);
  if (compared.length === 0) return undefined;
  const passing = product(compared.map(({ share }) => share));
  const filtered = product(rarestPositions(needle).map((offset) => setShare(needle[offset])));
  return passing <= Math.max(filtered * PAIR_GAIN, RARE_SHARE) ? twoOrFour(compared) : undefined;
}

/** Sorts by rarity; the neighbours of the rarest rank lower, since they often accompany it. */
function byRarity(compared: readonly ComparedPosition[]): readonly ComparedPosition[] {
  const [one, ...others] = compared.toSorted((a, b) => a.share - b.share);
  if (one === undefined) return [];
  const rank = ({ offset, share }: ComparedPosition) =>
    Math.abs(offset - one.offset) === 1 ? share * NEIGHBOUR_PENALTY : share;
  return [one, ...others.sort((a, b) => rank(a) - rank(b))];
}

/** Two positions, or four if two are not rare enough, with repetitions if there are fewer. */
function twoOrFour(compared: readonly ComparedPosition[]): readonly ComparedPosition[] {
  const [one, two = one, three = two, four = three] = compared;
  return compared.length < 3 || one.share * two.share < RARE_SHARE ? [one, two] : [one, two, three, four];
}

function product(shares: readonly number[]): number {
  return shares.reduce((all, share) => all * share, 1);
}

function comparedPosition(set: ByteSet, offset: number): ComparedPosition | undefined {
  const members = membersOf(set), [a, b = a] = members;
  const bits = a ^ b;
  if (members.length === 0 || members.length > 2 || (bits & (bits - 1)) !== 0) return undefined;
  return { offset, bits, byte: a, share: setShare(set) };
}

function writePair(view: DataView, needle: Needle, chosen: readonly ComparedPosition[]): void {
  view.setInt32(OFFSETS.isPair, 1, true);
  writeSteps(view, chosen.map(({ offset }) => offset));
  writeNeedle(view, 0, needle, chosen[0].offset);
  view.setUint8(OFFSETS.pair, chosen.reduce((all, { bits }) => all | bits, 0));
  for (const [i, { byte }] of chosen.entries()) view.setUint8(OFFSETS.pair + 1 + i, byte);
}

function writeSteps(view: DataView, steps: readonly number[]): void {
  view.setInt32(OFFSETS.steps, steps.length, true);
  for (const [i, step] of steps.slice(1).entries()) view.setInt32(OFFSETS.distances + 4 * i, step - steps[0], true);
}

function writeNeedle(view: DataView, n: number, needle: Needle, anchor: number): void {
  view.setInt32(OFFSETS.needle + 8 * n, needle.length, true);
  view.setInt32(OFFSETS.needle + 8 * n + 4, anchor, true);
}

function writeFilter(page: Uint8Array, view: DataView, needles: readonly Needle[]): void {
  const { windows, steps } = needles.length === 1
    ? { windows: [0], steps: rarestPositions(needles[0]) }
    : needleWindows(needles);
  const columns = needles.map((needle, n) => steps.map((step) => needle[windows[n] + step] ?? ANY_BYTE));
  const tables = teddyTables(columns);
  const anchors = windows.map((window) => window + steps[0]);
  view.setInt32(OFFSETS.isPair, 0, true);
  view.setInt32(OFFSETS.greatestAnchor, Math.max(...anchors), true);
  writeSteps(view, steps);
  for (const [i, table] of tables.columns.entries()) page.set(table, OFFSETS.tables + 32 * i);
  for (const [bits, word] of tables.needles.entries()) view.setUint16(OFFSETS.bucketNeedles + 2 * bits, word, true);
  for (const [n, needle] of needles.entries()) writeNeedle(view, n, needle, anchors[n]);
}

/**
 * A needle's rarest positions, the rarest first, at least two (possibly the same). Among equally rare ones the nearest
 * to the rarest comes first, since the class ends there, then the farthest.
 */
function rarestPositions(needle: Needle): number[] {
  const shares = needle.map(setShare), first = shares.indexOf(Math.min(...shares));
  const others = [...needle.keys()].filter((offset) => offset !== first)
    .sort((a, b) => shares[a] - shares[b] || Math.abs(a - first) - Math.abs(b - first));
  const chosen = [first];
  while (chosen.length < MAX_POSITIONS && others.length > 0) {
    const share = shares[others[0]], far = chosen.some((offset) => shares[offset] === share);
    chosen.push(...others.splice(far ? others.findLastIndex((offset) => shares[offset] === share) : 0, 1));
  }
  return chosen.length > 1 ? chosen : [first, first];
}

/** The inspected positions of several needles: the same steps from the start of each needle's own window. */
interface NeedleWindows {
  readonly windows: readonly number[];
  readonly steps: readonly number[];
}

function needleWindows(needles: readonly Needle[]): NeedleWindows {
  const width = Math.max(2, Math.min(MAX_POSITIONS, Math.max(...needles.map(({ length }) => length))));
  const shares = needles.map((needle) => needle.map(setShare));
  const windows = shares.map((own) => bestWindow(own, width));
  const passing = (step: number) => shares.reduce((sum, own, n) => sum + (own[windows[n] + step] ?? 1), 0);
  const steps = Array.from({ length: width }, (_, step) => step).sort((a, b) => passing(a) - passing(b));
  return { windows, steps };
}

/** The start of the rarest `width` adjacent bytes. */
function bestWindow(shares: readonly number[], width: number): number {
  let best = 0, least = Infinity;
  for (let start = 0; start === 0 || start + width <= shares.length; start++) {
    const passing = product(shares.slice(start, start + width));
    if (passing < least) [best, least] = [start, passing];
  }
  return best;
}
