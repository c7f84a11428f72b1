/**
 * Random calls of every tool that reads the tree, in every form.
 * @module
 */
import type { Random } from "../../seed.ts";
import type { Sought } from "./expected.ts";
import { type Marks, WORDS } from "./texts.ts";
import type { Tree } from "./tree.ts";

/** The files that a call selects. */
export interface Scope {
  readonly roots: readonly [string];
  readonly hidden?: true;
  readonly no_ignore?: true;
  readonly follow_symlinks?: true;
  readonly depth?: number;
  /** Globs like `*.ext`. */
  readonly include_globs?: readonly string[];
  readonly exclude_globs?: readonly string[];
  /** Plain names and globs like `*.ext`. */
  readonly exclude?: readonly string[];
  readonly extensions?: readonly string[];
  readonly types?: readonly ("f" | "d" | "e")[];
  readonly size?: readonly [string];
}

/** The forms of a search. */
export const FORMS = ["total_only", "count_only_matches", "summary_only", "group_by_file", "full"] as const;

/** A form of a search. */
export type Form = typeof FORMS[number];

/** A page of an answer. */
export interface Page {
  readonly skip?: number;
  readonly limit?: number;
}

/** A call. */
export type Question =
  | {
    readonly tool: "search_content" | "find_and_grep";
    readonly scope: Scope;
    readonly sought: Sought;
    readonly form: Form;
    readonly page: Page;
  }
  | { readonly tool: "list_files"; readonly scope: Scope; readonly metadata?: true; readonly page: Page }
  | {
    readonly tool: "glob_files";
    readonly scope: Scope;
    readonly pattern: string;
    readonly mode: "files" | "directories";
  }
  | { readonly tool: "read_file"; readonly path: string; readonly start_line: number; readonly max_lines: number }
  | { readonly tool: "read_file"; readonly path: string; readonly bytes: true };

/** The arguments of a call; only its page limits the answer. */
export function argumentsOf(question: Question): Record<string, unknown> {
  const time = { timeout_ms: 30_000 };
  switch (question.tool) {
    case "search_content":
    case "find_and_grep": {
      const { scope, sought, form, page } = question;
      const { context_before, context_after, ...query } = sought, call = { ...scope, ...query, ...page, ...time };
      // Only forms with lines take what belongs to lines.
      const context = { context_before, context_after };
      const asked = form === "full" ? context : form === "group_by_file" ? { ...context, spans: true } : {};
      return { ...call, ...form !== "full" && { [form]: true }, ...asked, token_budget: 0 };
    }
    case "list_files": {
      const { tool: _, scope, page, ...rest } = question;
      return { ...scope, ...page, ...rest, ...time, token_budget: 0 };
    }
    case "glob_files": {
      const { scope: { roots: [root], hidden, no_ignore }, pattern, mode } = question;
      return { root, hidden, no_ignore, pattern, mode, ...time };
    }
    case "read_file": {
      if ("bytes" in question) return { path: question.path, offset_bytes: 0, max_bytes: 2 ** 20, token_budget: 0 };
      const { tool: _, ...rest } = question;
      return { ...rest, line_numbers: false, token_budget: 0 };
    }
  }
}

const PATTERNS = [
  "foo",
  "Foo",
  "fo+b?",
  "w\\d+",
  "(foo|TODO) ",
  "^foo",
  "end$",
  "[a-c]ar",
  "\\bbar\\b",
  "日.",
  "\\d=?",
];

/** Makes questions about a tree, sometimes about paths that do not exist. */
export class Asker {
  #inTurn = true;

  constructor(readonly random: Random, readonly marks: Marks) {}

  /**
   * A question about `tree`. With concurrent writes there are no pages, since each page is from one state, and links are
   * not followed.
   */
  next(tree: Tree, when: "in turn" | "while others write" = "in turn"): Question {
    this.#inTurn = when === "in turn";
    const kind = this.random.int(20);
    if (kind < 8) return this.#search("search_content", tree);
    if (kind < 11) return this.#search("find_and_grep", tree);
    if (kind < 15) return this.#list(tree);
    return kind < 17 ? this.#glob() : this.#read(tree);
  }

  #search(tool: "search_content" | "find_and_grep", tree: Tree): Question {
    const scope = tool === "find_and_grep" ? { ...this.#scope(tree), ...this.#tests() } : this.#scope(tree);
    const globs = scope.roots[0] === "." ? this.#globs() : {};
    return {
      tool,
      scope: { ...scope, ...globs },
      sought: this.#sought(),
      form: this.random.pick(FORMS),
      page: this.#page(),
    };
  }

  #list(tree: Tree): Question {
    const metadata = this.random.chance(0.4) ? { metadata: true } as const : {};
    const types = this.random.chance(0.3)
      ? { types: this.random.pick<("f" | "d" | "e")[]>([["f"], ["d"], ["e"]]) }
      : {};
    const scope = { ...this.#scope(tree), ...this.#tests(), ...types };
    return { tool: "list_files", scope, ...metadata, page: this.#page() };
  }

  #glob(): Question {
    const pattern = this.random.pick(["**/*.txt", "*.md", "**/one*", "**/*o*", "**/*.rs"]);
    const mode = this.random.pick(["files", "directories"] as const);
    return { tool: "glob_files", scope: { roots: ["."], ...this.#switches() }, pattern, mode };
  }

  #read(tree: Tree): Question {
    const path = this.#path(tree, (kind) => kind === "file") ?? "one.txt";
    if (this.random.chance(0.4)) return { tool: "read_file", path, bytes: true };
    return { tool: "read_file", path, start_line: 1 + this.random.int(4), max_lines: 1 + this.random.int(50) };
  }

  #scope(tree: Tree): Scope {
    const root = this.random.chance(0.75) ? "." : this.#path(tree, (kind) => kind !== "link") ?? ".";
    const follow = this.#inTurn && this.random.chance(0.1) && followsSimply(tree)
      ? { follow_symlinks: true } as const
      : {};
    return { roots: [root], ...this.#switches(), ...follow };
  }

  #switches(): Pick<Scope, "hidden" | "no_ignore"> {
    return {
      ...(this.random.chance(0.3) ? { hidden: true } : {}),
      ...(this.random.chance(0.3) ? { no_ignore: true } : {}),
    };
  }

  #globs(): Pick<Scope, "include_globs" | "exclude_globs"> {
    if (this.random.chance(0.8)) return {};
    const glob = [this.random.pick(["*.txt", "*.md", "*.log", "*.rs"])];
    return this.random.chance(0.5) ? { include_globs: glob } : { exclude_globs: glob };
  }

  #tests(): Pick<Scope, "extensions" | "exclude" | "size" | "depth"> {
    const { random } = this;
    return {
      ...(random.chance(0.2) ? { extensions: [random.pick(["txt", "md", "rs"])] } : {}),
      ...(random.chance(0.1) ? { exclude: [random.pick(["one", "*.txt", "a", "src"])] } : {}),
      ...(random.chance(0.15) ? { size: [random.pick(["+60b", "-100b", "+1b", "-0b"])] as const } : {}),
      ...(random.chance(0.15) ? { depth: 1 + random.int(6) } : {}),
    };
  }

  #sought(): Sought {
    const { random } = this;
    const context = random.chance(0.2) ? { context_before: random.int(3), context_after: random.int(3) } : {};
    const rest = {
      ...context,
      ...(random.chance(0.15) ? { max_count: 1 + random.int(3) } : {}),
      case: random.pick(["smart", "insensitive", "sensitive"] as const),
    };
    if (random.chance(0.3)) return { query: this.marks.recent(random), ...rest };
    if (random.chance(0.4)) return { query: random.pick(PATTERNS), ...rest };
    const query = random.pick(WORDS);
    const word = /^\w+$/.test(query) && random.chance(0.2) ? { word: true } as const : {};
    return { query, fixed_strings: true, ...word, ...rest };
  }

  #page(): Page {
    if (!this.#inTurn || this.random.chance(0.7)) return { limit: 10_000 };
    return { limit: 1 + this.random.int(8), skip: this.random.int(6) };
  }

  /** A path of the tree, sometimes one that does not exist. */
  #path(tree: Tree, is: (kind: string) => boolean): string | undefined {
    const paths = tree.inside().filter((path) => is(tree.at(path)?.kind ?? "") && !/^\.git(?:\/|$)/.test(path));
    if (paths.length === 0) return undefined;
    const path = this.random.pick(paths);
    return this.random.chance(0.05) ? path + "x" : path;
  }
}

/** Whether every link leads to a file inside the root or is dangling within it. */
export function followsSimply(tree: Tree): boolean {
  return [...tree.entries.values()].every((entry) =>
    entry.kind !== "link" || !entry.target.startsWith("../") && (tree.at(entry.target)?.kind ?? "file") === "file"
  );
}
