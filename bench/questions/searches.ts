/**
 * The bench's searches.
 * @module
 */
import type { QuestionMaker } from "./questions.ts";
import { randomPattern } from "./random_pattern.ts";
import { type SearchQuestion, searchQuestion } from "./search_question.ts";

const RANDOM_KINDS = 12;
const ANY_CASE = { args: { case: "insensitive" }, flags: ["-i"] } as const;
const SENSITIVE = { args: { case: "sensitive" }, flags: ["-s"] } as const;
const FIXED = { args: { fixed_strings: true }, flags: ["-F"] } as const;
const WORD = { args: { word: true }, flags: ["-w"] } as const;
const MULTILINE = { args: { multiline: true }, flags: ["-U"] } as const;
/** ripgrep's PCRE2 engine; its smart case treats an expression without letters as case-insensitive. */
const PCRE = { args: SENSITIVE.args, flags: ["-P", ...SENSITIVE.flags] } as const;

/** Literals in few files or in none. */
const rare: QuestionMaker = (words, random) => {
  const word = () => words.word("rare");
  const none = `zq${random.int(1e9).toString(36)}q`;
  return [
    searchQuestion("rare", "a rare word: total", "total", () => ({ query: word() })),
    searchQuestion("rare", "a rare word: counts", "counts", () => ({ query: word() })),
    searchQuestion("rare", "a rare word: lines by file", "grouped", () => ({ query: word() })),
    searchQuestion("rare", "a rare word: full", "full", () => ({ query: word() })),
    searchQuestion("rare", "a rare word, case-sensitive: total", "total", () => ({ query: word(), ...SENSITIVE })),
    searchQuestion("rare", "a rare fixed string: total", "total", () => ({ query: word(), ...FIXED })),
    searchQuestion("rare", "no match, with the search for why", "total", (i) => ({ query: `${none}${i}` })),
    searchQuestion(
      "rare",
      "no match, case-sensitive: counts",
      "counts",
      (i) => ({ query: `${none}${i}`, ...SENSITIVE }),
    ),
  ];
};

/** The expressions that have a goal. */
const patterns: QuestionMaker = (words) => {
  const some = (n: number) => Array.from({ length: n }, () => words.word("middling"));
  const rareOnes = (n: number) => Array.from({ length: n }, () => words.word("rare"));
  return [
    searchQuestion("pattern", "a word in any case", "total", () => ({ query: words.word("middling"), ...ANY_CASE })),
    searchQuestion("pattern", "a rare word in any case", "total", () => ({ query: words.word("rare"), ...ANY_CASE })),
    searchQuestion("pattern", "2 rare words", "total", () => ({ query: rareOnes(2).join("|") })),
    searchQuestion("pattern", "4 words: counts", "counts", () => ({ query: some(4).join("|") })),
    searchQuestion("pattern", "8 words", "total", () => ({ query: some(8).join("|") })),
    searchQuestion(
      "pattern",
      "a literal and more: `word\\w*\\s*\\(`",
      "total",
      () => ({ query: `${some(1)}\\w*\\s*\\(` }),
    ),
    searchQuestion(
      "pattern",
      "a literal in the middle: `\\w+_?word\\b`",
      "total",
      () => ({ query: `\\w+_?${some(1)}\\b` }),
    ),
    searchQuestion("pattern", "`\\w+Error\\b`", "total", () => ({ query: "\\w+Error\\b" })),
    searchQuestion("pattern", "`\\w+Error\\b.{0,n}`: counts", "counts", (i) => ({ query: `\\w+Error\\b.{0,${i}}` })),
    searchQuestion("pattern", "`[A-Z]{5,}\\d+`", "total", () => ({ query: "[A-Z]{5,}\\d+" })),
    searchQuestion("pattern", "`[A-Z]{5,}\\d{1,n}`", "total", (i) => ({ query: `[A-Z]{5,}\\d{1,${i + 3}}` })),
  ];
};

/** Words in many files. */
const common: QuestionMaker = (words) => {
  const word = () => words.word("common");
  return [
    searchQuestion("counts", "a common word: counts", "counts", () => ({ query: word() })),
    searchQuestion("counts", "`TODO`: counts", "counts", (i) => ({ query: `TODO.{0,${i}}` })),
    searchQuestion("lines", "a common word: 2,000 lines by file", "grouped", () => ({ query: word() })),
    searchQuestion("lines", "`Error`: 2,000 lines by file", "grouped", (i) => ({ query: `Error.{0,${i}}` })),
    searchQuestion("lines", "a common word: 2,000 lines in full", "full", () => ({ query: word() })),
    searchQuestion(
      "other",
      "a common word: 10,000 lines in full",
      "full",
      () => ({ query: word(), args: { limit: 10_000 } }),
    ),
    searchQuestion(
      "first lines",
      "a common word: the first 50 lines",
      "full",
      () => ({ query: word(), args: { limit: 50 } }),
    ),
    searchQuestion("other", "an expression: 10,000 lines in full", "full", (i) => ({
      query: `[A-Z]{5,}[0-9]{1,${i + 2}}`,
      args: { limit: 10_000 },
    })),
    searchQuestion("other", "a common word: total", "total", () => ({ query: word() })),
    searchQuestion("other", "a common word in any case: counts", "counts", () => ({ query: word(), ...ANY_CASE })),
    searchQuestion("other", "a common word: summary", "summary", () => ({ query: word() })),
    searchQuestion("other", "2 common words", "total", () => ({ query: `${word()}|${word()}` })),
    searchQuestion("other", "`TODO|FIXME`: lines by file", "grouped", () => ({ query: "TODO|FIXME" })),
    searchQuestion("other", "whether files have it: one line each", "counts", () => ({
      query: word(),
      args: { max_count: 1 },
      flags: ["--max-count=1"],
    })),
  ];
};

/** Expressions without a literal, with anchors and with boundaries. */
const classes: QuestionMaker = (words) => {
  const total = (name: string, query: (round: number) => string) =>
    searchQuestion("other", name, "total", (i) => ({ query: query(i) }));
  const word = () => words.word("middling");
  return [
    total("`\\d{4}-\\d{2}-\\d{2}`", () => "\\d{4}-\\d{2}-\\d{2}"),
    total("`0x[0-9a-fA-F]+`", () => "0x[0-9a-fA-F]+"),
    total("`\\d+\\.\\d+`", () => "\\d+\\.\\d+"),
    total("`[a-z]+[A-Z]\\w+`", () => "[a-z]+[A-Z]\\w+"),
    total("`[aeiou]{4,}`", () => "[aeiou]{4,}"),
    total('`"[^"]*"`', () => '"[^"]*"'),
    total("`^\\s*word`", () => `^\\s*${word()}`),
    total("`word$`", () => `${word()}$`),
    total("empty lines: `^$`", () => "^$"),
    total("long lines: `^.{60,}$`", (i) => `^.{${60 + i},}$`),
    total("`\\bword\\b`", () => `\\b${word()}\\b`),
    total("`\\b[a-z]{10}\\b`", (i) => `\\b[a-z]{${10 + i}}\\b`),
    total("`(foo|bar)\\w*[;,]$` of two words", () => `(${word()}|${word()})\\w*[;,]$`),
    total("two words of a line: `a.*b`", () => `${word()}.*${word()}`),
    total("three letters, far apart: `a.*b.*c`", () => "q.*z.*x"),
  ];
};

/** Options: words, fixed text, several lines, context, other files. */
const switches: QuestionMaker = (words) => {
  const word = () => words.word("middling"), [extension, second = extension] = words.extensions;
  const only = (globs: string[]) => ({ args: { include_globs: globs }, flags: globs.flatMap((glob) => ["-g", glob]) });
  const around = (lines: number) => ({ args: { context_before: lines, context_after: lines }, flags: [`-C${lines}`] });
  return [
    searchQuestion("other", "a whole word", "total", () => ({ query: word(), ...WORD })),
    searchQuestion("other", "a whole word in any case", "total", () => ({
      query: word(),
      args: { word: true, case: "insensitive" },
      flags: ["-w", "-i"],
    })),
    searchQuestion(
      "other",
      "fixed text with punctuation: `.close();`",
      "total",
      () => ({ query: ".close();", ...FIXED }),
    ),
    searchQuestion("other", "fixed text: `word(`", "grouped", () => ({ query: `${word()}(`, ...FIXED })),
    searchQuestion("other", "over lines: `\\)\\n\\n`", "total", () => ({ query: "\\)\\n\\n", ...MULTILINE })),
    searchQuestion(
      "other",
      "over lines: `word\\s+\\w+`",
      "total",
      () => ({ query: `${word()}\\s+\\w+`, ...MULTILINE }),
    ),
    searchQuestion("other", "over lines: `TODO[^\\n]*\\n\\s*\\w`", "total", () => ({
      query: "TODO[^\\n]*\\n\\s*\\w",
      ...MULTILINE,
    })),
    searchQuestion(
      "other",
      "a rare word with 3 lines around",
      "context",
      () => ({ query: words.word("rare"), ...around(3) }),
    ),
    searchQuestion("other", "a word with 2 lines around", "context", () => ({ query: word(), ...around(2) })),
    searchQuestion("other", "in files of one type", "total", () => ({ query: word(), ...only([`*.${extension}`]) })),
    searchQuestion("other", "in files of two types", "counts", () => ({
      query: word(),
      ...only([`*.${extension}`, `*.${second}`]),
    })),
    searchQuestion("other", "not in files of a type", "total", () => ({
      query: word(),
      args: { exclude_globs: [`*.${extension}`] },
      flags: ["-g", `!*.${extension}`],
    })),
    searchQuestion("other", "in one directory", "total", () => ({
      query: word(),
      args: { roots: [words.directory] },
      paths: [words.directory],
    })),
    searchQuestion("other", "in ignored and hidden files too", "total", () => ({
      query: word(),
      args: { no_ignore: true, hidden: true },
      flags: ["--no-ignore", "--hidden"],
    })),
  ];
};

/** Text beyond ASCII, expressions that match nearly every line, and expressions that need backtracking. */
const others: QuestionMaker = (words) => {
  const total = (name: string, query: (round: number) => string, more: Omit<SearchQuestion, "query"> = {}) =>
    searchQuestion("other", name, "total", (i) => ({ query: query(i), ...more }));
  return [
    total("`日本語`", () => "日本語"),
    searchQuestion("other", "`größe` in any case", "total", () => ({ query: "größe", ...ANY_CASE })),
    total("`é|ï|ö`", () => "é|ï|ö"),
    total("`\\p{Lu}\\p{Ll}+`", () => "\\p{Lu}\\p{Ll}+"),
    total("`[^\\x00-\\x7f]`", () => "[^\\x00-\\x7f]"),
    total("every line with a word: `\\w+.{0,n}`", (i) => `\\w+.{0,${i}}`),
    total("nearly every line: `e`", () => "e"),
    searchQuestion("other", "`[aeiou]`: counts", "counts", () => ({ query: "[aeiou]" })),
    searchQuestion("other", "`\\w+`: 2,000 lines in full", "full", () => ({ query: "\\w+" })),
    searchQuestion("other", "every line: 2,000 by file", "grouped", () => ({ query: "^" })),
    total("`\\w+\\s+\\w+\\s+\\w+`", () => "\\w+\\s+\\w+\\s+\\w+"),
    total("a back-reference: `(\\w)\\1\\1`", () => "(\\w)\\1\\1", PCRE),
    total("a look-behind: `(?<=\\()word`", () => `(?<=\\()${words.word("middling")}`, PCRE),
  ];
};

/** Random expressions, new ones in each round. */
const randomOnes: QuestionMaker = (words, random) =>
  Array.from(
    { length: RANDOM_KINDS },
    (_, i) =>
      searchQuestion("other", `random expressions ${i + 1}`, i % 3 === 2 ? "counts" : "total", () => ({
        query: randomPattern(words, random),
      })),
  );

/** Repeated questions, where caches may help. */
const again: QuestionMaker = (words) => {
  const [word, other, third] = [words.word("common"), words.word("middling"), words.word("middling")];
  return [
    searchQuestion("again", "the same word again", "total", () => ({ query: word })),
    searchQuestion("again", "the same expression again", "counts", () => ({ query: `\\w*${other}\\b` })),
    searchQuestion("again", "the same lines again", "grouped", () => ({ query: third })),
  ];
};

/** All searches. */
export const SEARCHES: QuestionMaker = (words, random) =>
  [rare, patterns, common, classes, switches, others, randomOnes, again].flatMap((make) => make(words, random));
