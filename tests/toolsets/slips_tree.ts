/**
 * The files of the tests of slips.
 * @module
 */

export const TREE = { "src/Deep/alpha.ts": "gold\n", "src/b.ts": "gold\\bar\n", "lib/c.md": "gold gold\n" };
