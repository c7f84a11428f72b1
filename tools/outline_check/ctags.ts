/**
 * Universal Ctags: what it finds in files.
 * @module
 */
import * as z from "zod";

/** The columns of the comparison. */
export const GROUPS = ["functions", "classes", "methods"] as const;

/** One of these columns. */
export type Group = typeof GROUPS[number];

/** How Ctags calls a language and its kinds of functions, classes and methods. */
interface CtagsLanguage {
  readonly name: string;
  readonly kinds: Readonly<Record<Group, readonly string[]>>;
}

/** The languages that both know, by our names. */
export const CTAGS_LANGUAGES: Readonly<Record<string, CtagsLanguage>> = {
  typescript: {
    name: "TypeScript",
    kinds: { functions: ["function", "generator"], classes: ["class", "interface", "enum"], methods: ["method"] },
  },
  javascript: {
    name: "JavaScript",
    kinds: { functions: ["function", "generator"], classes: ["class"], methods: ["method", "getter", "setter"] },
  },
  python: { name: "Python", kinds: { functions: ["function"], classes: ["class"], methods: ["member"] } },
  go: {
    name: "Go",
    kinds: { functions: ["func"], classes: ["struct", "interface", "type", "talias"], methods: ["methodSpec"] },
  },
  rust: {
    name: "Rust",
    kinds: { functions: ["function"], classes: ["struct", "enum", "interface"], methods: ["method"] },
  },
  java: {
    name: "Java",
    kinds: { functions: [], classes: ["class", "interface", "enum", "annotation"], methods: ["method"] },
  },
  c: { name: "C", kinds: { functions: ["function", "prototype"], classes: ["struct", "union", "enum"], methods: [] } },
  cpp: {
    name: "C++",
    kinds: { functions: ["function", "prototype"], classes: ["class", "struct", "union", "enum"], methods: [] },
  },
  csharp: {
    name: "C#",
    kinds: { functions: [], classes: ["class", "struct", "interface", "enum"], methods: ["method"] },
  },
  php: { name: "PHP", kinds: { functions: ["function"], classes: ["class", "interface", "trait"], methods: [] } },
  ruby: {
    name: "Ruby",
    kinds: { functions: [], classes: ["class", "module"], methods: ["method", "singletonMethod"] },
  },
};

/** A definition that Ctags found. */
export interface Tag {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  /** The text of its line. */
  readonly lineText: string;
}

const TAG = z.object({
  _type: z.literal("tag"),
  path: z.string(),
  name: z.string(),
  kind: z.string(),
  line: z.number(),
  pattern: z.string().optional(),
});

/** What Ctags finds in files of one language. */
export async function tagsOf({ name }: CtagsLanguage, files: readonly string[]): Promise<Tag[]> {
  const options = [
    "--options=NONE",
    "--output-format=json",
    "--fields=+neK",
    "--sort=no",
    "--pattern-length-limit=2000",
  ];
  const prototypes = name.startsWith("C") && name !== "C#" ? [`--kinds-${name}=+p`] : [];
  const ctags = new Deno.Command("ctags", {
    args: [...options, ...prototypes, `--language-force=${name}`, "-L", "-", "-f", "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const [output] = await Promise.all([ctags.output(), feed(ctags.stdin, files.join("\n"))]);
  return new TextDecoder().decode(output.stdout).split("\n").flatMap(tagIn);
}

async function feed(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
}

function tagIn(json: string): Tag[] {
  const tag = json === "" ? undefined : TAG.safeParse(JSON.parse(json)).data;
  if (tag === undefined) return [];
  const { path, name, kind, line, pattern = "" } = tag;
  return [{ path, name, kind, line, lineText: pattern.slice(2, -2).replaceAll(/\\([\\/$])/g, "$1") }];
}
