/**
 * Makes calls with slips on real trees and follows the advice of their answers.
 * @module
 */
import { fromFileUrl } from "@std/path";
import type { Profile } from "../../src/toolsets/profiles.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import type { Random } from "../seed.ts";
import { callerOf, followAdvice, type Followed, followTypedAdvice } from "./follow.ts";
import { slippedCall, type TreeSample } from "./slips.ts";

/** A real tree: a part of this project. */
const OWN = fromFileUrl(new URL("../../src/cli", import.meta.url));
/** One of this many calls is also typed: a shell is slow to start. */
const TYPED = 5;

const PLANTED = {
  ".gitignore": "build/\n*.log\n",
  ".config/tool.yml": "golden: hidden\n",
  "build/out.js": "golden ignored\n",
  "a.log": "golden logged\n",
  "src/Deep/alpha.ts": "const golden = foo(bar);\ngolden\\bar list[str] arr[0]\n",
  "src/b.tsx": "export function RateSnapshot() {\n  return golden++;\n}\n",
  "app/[id]/page.ts": "page of golden\n",
  "lib/c d's.md": 'a $golden "quoted" text\nC++ and *golden\n',
  "crlf.txt": "golden\r\nlines\r\n",
  "empty.txt": "",
};

/**
 * Follows the advice in the answers to `rounds` calls of `profile` on each of two trees; returns the number of calls.
 * @throws Error that names the call whose answer gives wrong advice
 */
export async function followSlips(profile: Profile, rounds: number, random: Random): Promise<number> {
  using planted = tempTree(PLANTED);
  const followed: Followed = { count: 0 };
  for (const root of [planted.path, OWN]) {
    using tools = await openTools(profile, [root]);
    const call = callerOf(tools.service), ground = groundOf(root);
    for (let round = 0; round < rounds; round++) {
      const made = slippedCall(random, profile, ground);
      try {
        await followAdvice(made, await call(made, "json"), call, followed);
        if (round % TYPED === 0) await followTypedAdvice(made, call, followed, tools.service);
      } catch (error) {
        throw new Error(`${made.tool} ${JSON.stringify(made.args)}`, { cause: error });
      }
    }
  }
  return followed.count;
}

/** Samples words and paths of a tree. */
function groundOf(root: string, below = ""): TreeSample {
  const grounds = [...Deno.readDirSync(`${root}/${below}`)].map(({ name, isDirectory }): TreeSample => {
    const path = below + name;
    if (isDirectory) return groundOf(root, `${path}/`);
    const words = Deno.readTextFileSync(`${root}/${path}`).match(/[A-Za-z_]{4,20}/g)?.slice(0, 200) ?? [];
    return { paths: [path], words };
  });
  return { paths: grounds.flatMap(({ paths }) => paths), words: grounds.flatMap(({ words }) => words) };
}
