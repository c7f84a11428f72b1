/**
 * Checks hints by following the calls that they advise.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { type OpenTools, openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

export const TREE = {
  ".gitignore": ".env\nbuild/\n*.log\nnode_modules/\n",
  ".env": "SECRET=1\n",
  "a.log": "logged\n",
  "build/.x/a.ts": "deepgold\n",
  ".store/l.ts": "linked\n",
  "src/a.ts": "gold\n",
  "src/b.tsx": "gold\n",
  "src/expand_glob.ts": "export function expand_glob() {}\n",
  "img1.png": "pixels",
  "img2.png": "pixels",
  "README.md": "hi\n",
  "{{cookie}}/f.py": "foo\n",
  "test_x.py": "t\n",
  "conf.yml": "k: v\n",
};

export type Profile = "default" | "microagent" | "fs";

export type Case = readonly [tool: string, args: Record<string, unknown>, hint: string];

export function planted(): ReturnType<typeof tempTree> {
  const files = tempTree(TREE);
  Deno.symlinkSync("../.store", `${files.path}/src/ln`);
  Deno.symlinkSync("../.store", `${files.path}/src/.hidden_link`);
  return files;
}

/** The call that a hint advises, and the number that the hint claims. */
export function advised(hint: string): { tool: string; args: unknown; found: number } | undefined {
  const [, found, tool, json] = /^(?:at least )?(\d+) .*?(\w+) (\{.*\})$/s.exec(hint) ?? [];
  return tool === undefined ? undefined : { tool, args: JSON.parse(json), found: Number(found) };
}

export function foundBy({ total, totalMatches, files, entries, hits, directories }: Record<string, unknown>): unknown {
  const list = [files, entries, hits, directories].find(Array.isArray);
  return total ?? totalMatches ?? list?.length;
}

export async function follow(tools: OpenTools, hint: string): Promise<void> {
  const call = advised(hint);
  if (call !== undefined) assertEquals([hint, foundBy(await tools.ask(call.tool, call.args))], [hint, call.found]);
}

/** Checks that each case is answered with its hint, and that every hint holds. */
export async function explains(profile: Profile, cases: readonly Case[]): Promise<void> {
  using files = planted();
  using tools = await openTools(profile, [files.path]);
  for (const [tool, args, hint] of cases) {
    const { structured, text, found } = await tools.call(tool, args), { hints = [] } = structured;
    assert(Array.isArray(hints) && !found, JSON.stringify([tool, args, structured]));
    assert(hints.includes(hint), JSON.stringify([tool, args, hint, hints], null, 1));
    for (const one of hints) {
      assert(text.includes(one) || text.includes(JSON.stringify(one).slice(1, -1)), `${text}: ${one}`);
      await follow(tools, String(one));
    }
  }
}
