/**
 * The limits that users can notice: defaults, caps that a caller can't exceed, and timeouts.
 * @module
 */

/** Defaults and caps. Sizes are in bytes, times in milliseconds; lines count from 1. */
export const LIMITS = {
  /** Maximum number of paths that `glob_files` shows with mode=files. */
  globFiles: 200,
  list: { default: 2000, cap: 10_000 },
  search: { default: 2000, cap: 10_000 },
  findFiles: { default: 2000, cap: 10_000 },
  fileSize: { default: 10 * 2 ** 20, cap: 200 * 2 ** 20 },
  readBytes: { default: 64 * 2 ** 10, cap: 2 ** 20 },
  /** Bytes from a file's beginning in which definitions are found. */
  outlineBytes: 2 ** 20,
  readLines: { default: 200, cap: 5000 },
  /** Places that one call of `read_file` reads. */
  reads: 20,
  timeoutMs: { default: 4000, cap: 30_000 },
  tokenBudget: 8000,
  /** Most tokens of a tree that replaces a list over the budget; a call that asks for a tree may use the whole budget. */
  unaskedTreeTokens: 2000,
  /** Answers with more tokens have `estimated_tokens`. */
  tokensWorthSaying: 500,
  /** Characters of a line shown around its match. */
  lineChars: 500,
  /** Maximum number of lines shown of one match. */
  matchLines: 200,
  summaryFiles: 10,
  summarySamples: 3,
  contextLines: 1000,
  /** Hits up to which a search for definitions has their text, within this many tokens. */
  definitionTexts: 3,
  definitionTokens: 800,
  /** Maximum number of members listed of a definition that is longer. */
  definitionMembers: 30,
  /** Maximum number of files in another encoding that are searched again after a search without a match. */
  nonUtf8Files: 200,
  /** The most distinct values that are counted, and UTF-16 units of all of them. */
  values: { distinct: 100_000, units: 16 * 2 ** 20, shown: { default: 50, cap: 10_000 } },
  /** UTF-16 units of the lines on a page, context lines included; each match in a line counts as some units. */
  pageText: 8 * 2 ** 20,
  /** A file with a NUL within this many first bytes is binary. */
  binaryProbe: 8192,
  /** Characters of a query or glob. */
  patternChars: 100_000,
  /** Entries of a list argument (roots, files, globs). */
  listArgument: 10_000,
  /** Default size of the cache in megabytes of contents. */
  cacheMb: 512,
  protocolLine: 64 * 2 ** 20,
  /** Concurrent calls of one connection, or of all over HTTP: each takes memory until it is answered. */
  calls: 256,
  /**
   * Maximum number of watched directories; the files of others are checked on disk in every call. By default a system
   * allows all programs of a user together at least 8,192 watches, and some 190,000 with 24 GB of memory. At most half of
   * them are taken.
   */
  watchedDirs: 65_536,
  http: {
    /** Connections at one time; one above is closed. */
    connections: 2000,
    /** Milliseconds for a request's headers, for its body, and between two requests of a connection. */
    headersMs: 10_000,
    bodyMs: 30_000,
    idleMs: 60_000,
    /** Milliseconds in which a client must read some of an answer. */
    writeMs: 30_000,
  },
  /** Levels of nested arrays and objects in a message. */
  jsonDepth: 1000,
  /** Values in a message, without keys. */
  jsonValues: 200_000,
  consult: {
    /** Bytes of one file that are read and may be sent. */
    fileBytes: 2 * 2 ** 20,
    /** Bytes of all files together. */
    totalBytes: 16 * 2 ** 20,
    /** Assumed size of a model's context in tokens. */
    contextTokens: 128_000,
    /** Default number of tokens reserved for the answer. */
    outputTokens: 8192,
    /** Minimum number of tokens of a file that must fit; otherwise the file is left out. */
    leastTokens: 32,
    /** Milliseconds that a question may take in all. */
    totalMs: 600_000,
    /** Maximum size of a provider's answer. */
    answerBytes: 8 * 2 ** 20,
  },
} as const;
