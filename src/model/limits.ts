/**
 * Every number that bounds an answer, in one place: defaults, and the hard caps a caller can't pass.
 * @module
 */

/** Defaults and caps of the contract. Sizes in bytes, times in milliseconds, lines from 1. */
export const LIMITS = {
  /** `glob_files` mode=files never shows more. */
  globFiles: 200,
  list: { default: 2000, cap: 10_000 },
  search: { default: 2000, cap: 10_000 },
  findFiles: { default: 2000, cap: 10_000 },
  fileSize: { default: 10 * 2 ** 20, cap: 200 * 2 ** 20 },
  readBytes: { default: 64 * 2 ** 10, cap: 2 ** 20 },
  readLines: { default: 200, cap: 5000 },
  timeoutMs: { default: 4000, cap: 30_000 },
  tokenBudget: 8000,
  /** `estimated_tokens` accompanies answers above this. */
  tokensWorthSaying: 500,
  /** Characters of a line shown around its match. */
  lineChars: 500,
  /** Lines of one match that are shown. */
  matchLines: 200,
  summaryFiles: 10,
  summarySamples: 3,
  contextLines: 1000,
  /** Files in another encoding that a search which finds nothing is put to once more. */
  foreignTexts: 200,
  /** UTF-16 units of the lines on a page, the lines around them included; a match in a line counts as some. */
  pageText: 8 * 2 ** 20,
  /** A NUL within this many first bytes makes a file binary. */
  binaryProbe: 8192,
  /** Characters of a query or glob. */
  patternChars: 100_000,
  /** Entries of a list argument (roots, files, globs). */
  listArgument: 10_000,
  /** Megabytes of contents and signatures that are kept where nothing else is said. */
  cacheMb: 512,
  protocolLine: 64 * 2 ** 20,
  /** Calls of one connection, or over HTTP of all, that are under way at once: each takes memory until it is answered. */
  calls: 256,
  /** Arrays and objects in one another that a message may have. */
  jsonDepth: 1000,
  /** Values beside one another that a message may have, keys not counted. */
  jsonValues: 200_000,
  consult: {
    /** Bytes of one file that are looked at and may be sent. */
    fileBytes: 2 * 2 ** 20,
    /** Bytes of all files together. */
    totalBytes: 16 * 2 ** 20,
    /** Tokens of a model's context where it does not say. */
    contextTokens: 128_000,
    /** Tokens kept free for the answer where the caller does not say. */
    outputTokens: 8192,
    /** A file of which fewer tokens fit is left out. */
    leastTokens: 32,
    /** Without a byte from the provider, and for an answer as a whole. */
    idleMs: 120_000,
    totalMs: 600_000,
    /** Times a request is sent, and the longest wait between two. */
    attempts: 4,
    retryMs: 60_000,
    /** Bytes of a provider's answer. */
    answerBytes: 8 * 2 ** 20,
  },
} as const;
