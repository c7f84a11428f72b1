/**
 * The languages, and which one a file is in.
 * @module
 */
import { declaredInC, withoutPreprocessor } from "./c.ts";
import { withoutModifiers } from "./kotlin.ts";
import { type Language, type ParsedLanguage, type ParserFile, parserFilesOf } from "./language.ts";
import { MARKDOWN } from "./markdown.ts";
import { declaredInRust } from "./rust.ts";

const C: ParsedLanguage = {
  name: "c",
  extensions: ["c", "h"],
  grammar: "c",
  queries: ["c"],
  declared: declaredInC,
  prepare: withoutPreprocessor,
};

const CPP: ParsedLanguage = {
  name: "cpp",
  extensions: ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "tpp", "ixx", "cppm"],
  grammar: "cpp",
  queries: ["c", "cpp"],
  declared: declaredInC,
  wrapper: "template_declaration",
  prepare: withoutPreprocessor,
};

/**
 * A line of a type that begins with `<` or `in`, after one without a `;`. The grammar goes on with that one, and fails up to
 * the end of the file. Comments may stand between them.
 */
const UNENDED =
  /[ \t](?=<|in\??:)(?<=^(?![ \t]*(?:\/\/|\/?\*)).*[\w$>\]})'"`][ \t]*\r?\n(?:[ \t]*(?:\/\/.*|\/?\*.*)?\r?\n)*[ \t]+)/gm;

function withLineEnds(text: string): string {
  return text.replaceAll(UNENDED, ";");
}

/** Conditions of Swift's compiler: its grammar knows them between declarations alone. */
function withoutConditions(text: string): string {
  return text.replaceAll(/^[ \t]*#(?:if|else|elseif|endif)\b.*/gm, (line) => " ".repeat(line.length));
}

/** All languages whose definitions are found. */
export const LANGUAGES: readonly Language[] = [
  {
    name: "bash",
    extensions: ["sh", "bash", "bats", "ebuild"],
    fileNames: [".bashrc", ".bash_profile", ".bash_aliases", ".bash_logout", ".profile", "PKGBUILD"],
    interpreters: ["sh", "bash", "dash", "ash"],
    grammar: "bash",
    queries: ["bash"],
  },
  C,
  CPP,
  { name: "csharp", extensions: ["cs", "csx"], grammar: "c_sharp", queries: ["csharp"] },
  { name: "go", extensions: ["go"], grammar: "go", queries: ["go"] },
  { name: "java", extensions: ["java"], grammar: "java", queries: ["java"] },
  {
    name: "javascript",
    extensions: ["js", "jsx", "mjs", "cjs"],
    interpreters: ["node"],
    grammar: "javascript",
    queries: ["script", "javascript"],
  },
  {
    name: "kotlin",
    extensions: ["kt", "kts"],
    grammar: "kotlin",
    queries: ["kotlin"],
    prepare: withoutModifiers,
  },
  MARKDOWN,
  {
    name: "php",
    extensions: ["php", "phtml", "php5", "php7", "phps", "inc"],
    interpreters: ["php"],
    grammar: "php",
    queries: ["php"],
  },
  {
    name: "python",
    extensions: ["py", "pyi", "pyw"],
    interpreters: ["python", "pypy"],
    grammar: "python",
    queries: ["python"],
    wrapper: "decorated_definition",
  },
  {
    name: "ruby",
    extensions: ["rb", "rake", "gemspec", "ru", "podspec", "thor", "rbi"],
    fileNames: ["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Fastfile", "Brewfile", "Capfile"],
    interpreters: ["ruby"],
    grammar: "ruby",
    queries: ["ruby"],
  },
  { name: "rust", extensions: ["rs"], grammar: "rust", queries: ["rust"], declared: declaredInRust },
  { name: "swift", extensions: ["swift"], grammar: "swift", queries: ["swift"], prepare: withoutConditions },
  {
    name: "tsx",
    extensions: ["tsx"],
    grammar: "tsx",
    queries: ["script", "typescript"],
  },
  {
    name: "typescript",
    extensions: ["ts", "mts", "cts"],
    interpreters: ["deno", "bun", "tsx", "ts-node"],
    grammar: "typescript",
    queries: ["script", "typescript"],
    prepare: withLineEnds,
  },
];

/** The names of all languages. */
export const LANGUAGE_NAMES = LANGUAGES.map(({ name }) => name);

/** The grammars and the queries of all languages. */
export const PARSER_FILES: readonly ParserFile[] = [
  ...new Set(LANGUAGES.flatMap((language) => "grammar" in language ? parserFilesOf(language) : [])),
];

const BY_EXTENSION = byEach(({ extensions }) => extensions);
const BY_FILE_NAME = byEach(({ fileNames = [] }) => fileNames);
const BY_INTERPRETER = byEach(({ interpreters = [] }) => interpreters);

/** Words that C does not have. */
const CPP_ONLY = /^[ \t]*(?:class\s+\w+|namespace\b|template\s*<|using\s+\w+|(?:public|private|protected)\s*:)/m;

/** The language of the file at `path` with this text; undefined if none is known. */
export function languageOf(path: string, text: string): Language | undefined {
  const byName = languageByName(path);
  if (byName === undefined) return hasExtension(path) ? undefined : BY_INTERPRETER.get(interpreterOf(text));
  return byName === C && /\.h$/i.test(path) && CPP_ONLY.test(text) ? CPP : byName;
}

/** Whether a file's language may be known, by its name alone: it has a known one, or none at all and may have a `#!` line. */
export function mayHaveLanguage(path: string): boolean {
  return languageByName(path) !== undefined || !hasExtension(path);
}

function languageByName(path: string): Language | undefined {
  const name = fileName(path);
  return BY_FILE_NAME.get(name) ?? BY_EXTENSION.get(/\.([^.]+)$/.exec(name)?.[1].toLowerCase() ?? "");
}

function hasExtension(path: string): boolean {
  return fileName(path).includes(".");
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The program of a `#!` line without its directory and version: `python` of `#!/usr/bin/env python3.11`. */
function interpreterOf(text: string): string {
  const command = /^#![ \t]*(?:\S*\/env[ \t]+(?:-\S+[ \t]+)*)?(\S+)/.exec(text)?.[1] ?? "";
  return fileName(command).replace(/(?<![\d.])[\d.]+$/, "");
}

function byEach(keys: (language: Language) => readonly string[]): ReadonlyMap<string, Language> {
  return new Map(LANGUAGES.flatMap((language) => keys(language).map((key) => [key, language] as const)));
}
