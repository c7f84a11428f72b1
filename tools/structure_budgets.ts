/**
 * The most that each part may weigh. A change that goes over one fails in the gate: it takes something else away, or
 * says in its commit why the part may be larger.
 * @module
 */

/** Lines of TypeScript and WAT in each room of `src/`; rooms of the engine have a budget of their own besides. */
export const ROOM_LINES: Readonly<Record<string, number>> = {
  "cli": 5171,
  "mcp": 2194,
  "toolsets": 6039,
  "format": 4877,
  "consult": 1147,
  "model": 2168,
  "pool": 914,
  "worker": 1026,
  "door": 2256,
  "std": 49,
  "engine": 20726,
  "engine/breakdown": 200,
  "engine/cache": 1810,
  "engine/find": 1311,
  "engine/glob": 1222,
  "engine/manifest": 1016,
  "engine/matcher": 1793,
  "engine/ops": 2159,
  "engine/regex": 2102,
  "engine/run": 405,
  "engine/scan": 2500,
  "engine/simd": 1439,
  "engine/structure": 2984,
  "engine/task": 348,
  "engine/text": 794,
  "engine/walk": 643,
};

/** Lines of everything in `src/`, of the tests, and of all that is neither. */
export const TOTAL_LINES = { src: 46_567, tests: 49_684, beside: 8_100 } as const;

/** Files in `src/`. */
export const FILES = 482;

/** Lines of a TypeScript file in `src/`. */
export const FILE_LINES = 450;

/** Characters of a line in `src/` on average: shorter by longer lines is not shorter. */
export const LINE_CHARACTERS = 45;

/** The least share of lines in `src/` that are comments. */
export const COMMENT_SHARE = 0.12;
