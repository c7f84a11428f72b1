/**
 * Listings, as arguments for fossick and for fd or ripgrep.
 * @module
 */
import type { PeerName } from "../programs/peers.ts";
import { directoryCount, lineCount, sumOfCounts } from "./printed.ts";
import type { Question, QuestionForm, QuestionMaker } from "./questions.ts";
import type { Group } from "../report/results.ts";

/** Deeper than any tree. Varying the depth makes a new question with the same answer. */
const DEEP = 60;
const TIMEOUT_MS = 30_000;

/** A listing in one round: our arguments and the peer's. */
interface Listing {
  readonly args?: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
}

function listing(
  group: Group,
  name: string,
  peer: PeerName,
  ask: (round: number) => Listing,
  more: Partial<Question> = {},
): Question {
  return {
    name,
    group,
    peer,
    tool: "list_files",
    ask: (round) => asking(ask(round), peer, group === "again" ? 0 : round),
    counts: lineCount,
    ...more,
  };
}

function asking({ args = {}, flags }: Listing, peer: PeerName, round: number): QuestionForm {
  const depth = args.depth ?? DEEP + round;
  return {
    args: { roots: ["."], depth, timeout_ms: TIMEOUT_MS, token_budget: 0, ...args },
    peer: [...(peer === "ripgrep" ? ["--files"] : []), `--max-depth=${depth}`, ...flags],
  };
}

const FILES = { args: { types: ["f"] }, flags: ["--type=f"] } as const;
const ALL = { args: { types: ["f"], limit: 10_000 } } as const;

/** All files, on every page of the answer. */
export function allFiles(group: Group, peer: PeerName): Question {
  const flags = peer === "fd" ? FILES.flags : [];
  return listing(group, `all files, every page (${peer})`, peer, () => ({ ...ALL, flags }), { allPages: true });
}

/** All listings. */
export const LISTINGS: QuestionMaker = (words) => {
  const [extension, second = extension] = words.extensions;
  const piece = () => words.word("middling").slice(0, 3).toLowerCase();
  const fd = (name: string, ask: (round: number) => Listing) => listing("other", name, "fd", ask);
  return [
    allFiles("list", "fd"),
    allFiles("list", "ripgrep"),
    listing("list", "all files: how many, and 2,000 (fd)", "fd", () => FILES),
    listing("list", "all files: how many, and 2,000 (ripgrep)", "ripgrep", () => ({ args: FILES.args, flags: [] })),
    fd("files and directories", () => ({ flags: [] })),
    fd("directories", () => ({ args: { types: ["d"] }, flags: ["--type=d"] })),
    fd("links", () => ({ args: { types: ["l"] }, flags: ["--type=l"] })),
    fd("files of one extension", () => ({ args: { extensions: [extension] }, flags: [`--extension=${extension}`] })),
    fd("files of two extensions", () => ({
      args: { extensions: [extension, second], types: ["f"] },
      flags: [`--extension=${extension}`, `--extension=${second}`, "--type=f"],
    })),
    fd("names that match an expression", () => {
      const pattern = `${piece()}|^[a-e].*\\d{2,}`;
      return { args: { pattern }, flags: [pattern] };
    }),
    fd("names that match a glob", (i) => {
      const pattern = `*${i}*.${extension}`;
      return { args: { pattern, glob: true }, flags: ["--glob", pattern] };
    }),
    fd("no such name", (i) => ({ args: { pattern: `zqzq${i}` }, flags: [`zqzq${i}`] })),
    // Excluding a name that no file has makes it a new question.
    fd("two levels deep", (i) => ({ args: { depth: 2, exclude: [`zqzq${i}`] }, flags: [`--exclude=zqzq${i}`] })),
    fd("without files of an extension", () => ({
      args: { exclude: [`*.${extension}`] },
      flags: [`--exclude=*.${extension}`],
    })),
    fd("files above a size", (i) => {
      const size = `+${9 + i}k`;
      return { args: { types: ["f"], size: [size] }, flags: ["--type=f", `--size=${size}`] };
    }),
    fd("files changed within some days", (i) => {
      const within = `${2 + i}d`;
      return { args: { types: ["f"], changed_within: within }, flags: ["--type=f", `--changed-within=${within}`] };
    }),
    fd("ignored and hidden files too", () => ({
      args: { types: ["f"], no_ignore: true, hidden: true, exclude: [".git"] },
      flags: ["--type=f", "--no-ignore", "--hidden", "--exclude=.git"],
    })),
    globs("glob_files: files", "files", (i) => `**/*${i}.${extension}`),
    globs("glob_files: directories", "directories", (i) => `**/*${i}*.${extension}`),
    findAndGrep(`\\d{2}\\.${extension}$`, `*[0-9][0-9].${extension}`, () => words.word("middling")),
    listing("again", "the same listing again", "fd", () => FILES),
  ];
};

function globs(name: string, mode: "files" | "directories", pattern: (round: number) => string): Question {
  return {
    name,
    group: "other",
    peer: "ripgrep",
    tool: "glob_files",
    ask: (round) => ({
      args: { pattern: pattern(round), mode, timeout_ms: TIMEOUT_MS },
      peer: ["--files", "-g", pattern(round)],
    }),
    counts: mode === "files" ? lineCount : directoryCount,
  };
}

/** Finds files by an expression for their names, then lines in them; ripgrep gets an equivalent glob. */
function findAndGrep(pattern: string, glob: string, word: () => string): Question {
  return {
    name: "find_and_grep: files by name, then a word",
    group: "other",
    peer: "ripgrep",
    tool: "find_and_grep",
    ask: () => {
      const query = word();
      const args = { roots: ["."], pattern, query, count_only_matches: true, file_limit: 10_000, limit: 10_000 };
      return {
        args: { ...args, timeout_ms: TIMEOUT_MS, token_budget: 0 },
        peer: ["--smart-case", "--max-filesize=10M", "-g", glob, "--count", "-e", query, "--", "."],
      };
    },
    counts: sumOfCounts,
  };
}
