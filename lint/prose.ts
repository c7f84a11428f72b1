/**
 * Finds habits of prose that make comments, test names and pages hard to read. tests/lint/prose_test.ts runs it over the
 * whole project.
 * @module
 */

/** A habit: how to recognize it, and what to write instead. */
interface Habit {
  readonly pattern: RegExp;
  readonly advice: string;
}

/** The beginning of a sentence in a comment, a page or a list. */
const START = String.raw`(?:^|[.:;]\s+|\*\*?\s+|\/\/\s+)`;

const HABITS: readonly Habit[] = [
  { pattern: new RegExp(`${START}(?:Who|Whoever|Whatever|Whose)\\b(?![^.]*\\?)`), advice: "name the actor" },
  {
    pattern: new RegExp(
      `${START}What (?!it\\b)[^.?]*\\b(?:is|are|was|were|has|have|may|must|can|does|would|will)\\b`,
    ),
    advice: "a clause as subject: name the thing",
  },
  { pattern: new RegExp(`${START}That (?:which|what|of)\\b`), advice: "name the thing" },
  { pattern: /(?<!look-)\bbehind\b(?! (?:a|an|the) (?:proxy|firewall|flag|interface|door))/, advice: "after?" },
  {
    pattern: /\b(?:is|are|was|were|be|been|not) told\b|\btells? of\b|\btold (?:of|by|apart|in|the|to|as)\b/,
    advice: "reported, listed",
  },
  { pattern: /\bnobody\b/i, advice: "name the actor or use the passive" },
  { pattern: /\bat once\b/, advice: "immediately, or at the same time" },
  { pattern: /\bfor want of\b/, advice: "without" },
  {
    pattern: /\b(?:comes?|came) to (?=(?:the|what|more|less|that|nothing|a|an|\d)\b)/,
    advice: "results in, equals",
  },
  { pattern: /\bso (?:many|much)\b(?! (?:that|as|for))/, advice: "the number" },
  { pattern: /\bno more\b(?! than)/, advice: "no longer, no further" },
  { pattern: /\bsuch (?:as|that) (?:is|are|has|have)\b|\bsuch is\b/, advice: "name the thing" },
  { pattern: /\b(?:is let (?:go|in|through|be|run)|are let)\b/, advice: "allowed, released" },
  { pattern: /\bsaid of\b|\b(?:is|are) said\b/, advice: "stated, reported" },
  { pattern: /\b(?:for whose|(?:to|of|for) whom)\b/, advice: "name the actor" },
  {
    pattern: /\bbe it\b|\bwere (?:it|they|all|one)\b(?! (?:not )?(?:\w+ed|there|here))/,
    advice: "if",
  },
  { pattern: /\ball the same\b/, advice: "anyway, still" },
  { pattern: /\bput to\b/, advice: "applied to, matched against" },
  { pattern: /\b(?:stands?|stood) in the way\b/, advice: "prevents" },
  { pattern: /\bin the midst\b|\bmeanwhile\b/, advice: "during" },
  { pattern: /\b(?:thereby|thereof|therein|wherein|whereof|hitherto|thereupon)\b/, advice: "archaic" },
];

/** Texts in which a hit is right, with the reason. */
const EXCEPTIONS: readonly (readonly [text: string, reason: string])[] = [];

/** The problems in the prose of a file, as `line: advice: text`. Reads Markdown, TypeScript and WebAssembly text. */
export function proseProblems(path: string, text: string): string[] {
  return proseOf(path, text).flatMap(([line, prose]) => {
    if (EXCEPTIONS.some(([allowed]) => prose.includes(allowed))) return [];
    return HABITS.filter(({ pattern }) => pattern.test(prose)).map(({ advice }) =>
      `${line}: ${advice}: ${prose.trim()}`
    );
  });
}

/** The lines of a file's prose with their numbers; code in backticks is blanked. */
function proseOf(path: string, text: string): [line: number, prose: string][] {
  const read = path.endsWith(".md") ? markdownProse() : codeProse;
  return text.split("\n").flatMap((line, i) => {
    const prose = read(line);
    return prose === undefined ? [] : [[i + 1, prose.replace(/`[^`]*`/g, "`x`")]];
  });
}

/** Reads lines of Markdown outside of code blocks. */
function markdownProse(): (line: string) => string | undefined {
  let isCode = false;
  return (line) => {
    if (line.trimStart().startsWith("```")) isCode = !isCode;
    return isCode ? undefined : line;
  };
}

const PROSE_IN_CODE: readonly RegExp[] = [
  /^\s*(?:\/\*\*?|\*|\/\/|;;)\s?(.*?)(?:\*\/)?$/,
  /\s\/\/\s(.*)$/,
  /\/\*\*\s(.*?)\*\//,
  /Deno\.test\(\s*["`](.*)["`]/,
  /\bname: "(.*)"/,
];

/** The comment or the test name in a line of code. */
function codeProse(line: string): string | undefined {
  for (const pattern of PROSE_IN_CODE) {
    const found = pattern.exec(line);
    if (found !== null) return found[1];
  }
}
