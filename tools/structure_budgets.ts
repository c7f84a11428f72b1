/**
 * The most that each part may weigh. A change that goes over one fails in the gate: it takes something else away, or
 * says in its commit why the part may be larger.
 * @module
 */

/** Lines of TypeScript and WAT in each room of `src/`; rooms of the engine have a budget of their own besides. */
export const ROOM_LINES: Readonly<Record<string, number>> = {
  "cli": 3011,
  "mcp": 1801,
  "toolsets": 3254,
  "format": 3426,
  "consult": 303,
  "model": 1436,
  "pool": 828,
  "worker": 1011,
  "door": 1898,
  "std": 49,
  "engine": 17999,
  "engine/breakdown": 195,
  "engine/cache": 1377,
  "engine/find": 992,
  "engine/glob": 1178,
  "engine/manifest": 325,
  "engine/matcher": 1640,
  "engine/ops": 2400,
  "engine/regex": 1876,
  "engine/run": 426,
  "engine/scan": 2415,
  "engine/simd": 1291,
  "engine/structure": 2370,
  "engine/task": 338,
  "engine/text": 755,
  "engine/walk": 421,
};

/** Lines of everything in `src/`, of the tests, and of all that is neither. */
export const TOTAL_LINES = { src: 35_016, tests: 40_000, beside: 8_069 } as const;

/** Files in `src/`. */
export const FILES = 305;

/** Lines of a TypeScript file in `src/`. */
export const FILE_LINES = 450;

/** Characters of a line in `src/` on average: shorter by longer lines is not shorter. */
export const LINE_CHARACTERS = 45;

/** The least share of lines in `src/` that are comments. */
export const COMMENT_SHARE = 0.12;
