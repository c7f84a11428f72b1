/** Whatever a hint or an error advises is a call that works: each is made, over MCP and as it is typed. */
import { fromFileUrl } from "@std/path";
import type { Profile } from "../../src/toolsets/profiles.ts";
import { openTools } from "../open_tools.ts";
import { tree } from "../program.ts";
import { seeded } from "../seed.ts";
import { callerOf, follow, type Followed, followTyped } from "./follow.ts";
import { type Ground, slippedCall } from "./slips.ts";

const SRC = fromFileUrl(new URL("../../src/cli", import.meta.url));
const ROUNDS = Number(Deno.env.get("FOSSICK_ROUNDS") ?? 150);
/** Of so many calls one is typed as well: a shell takes its time. */
const TYPED = 5;

/** Words and paths of a tree. */
function groundOf(root: string, below = ""): Ground {
  const grounds = [...Deno.readDirSync(`${root}/${below}`)].map(({ name, isDirectory }): Ground => {
    const path = below + name;
    if (isDirectory) return groundOf(root, `${path}/`);
    return {
      paths: [path],
      words: Deno.readTextFileSync(`${root}/${path}`).match(/[A-Za-z_]{4,20}/g)?.slice(0, 200) ?? [],
    };
  });
  return { paths: grounds.flatMap(({ paths }) => paths), words: grounds.flatMap(({ words }) => words) };
}

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

for (const profile of ["default", "microagent", "fs"] as const satisfies readonly Profile[]) {
  Deno.test(`${profile}: every call that an answer to a slip advises works, finds what was said, and loses nothing`, async () => {
    using planted = tree(PLANTED);
    const random = seeded(`hints of ${profile}`), followed: Followed = { count: 0 };
    for (const root of [planted.path, SRC]) {
      using tools = await openTools(profile, [root]);
      const call = callerOf(tools.service), ground = groundOf(root);
      for (let round = 0; round < ROUNDS; round++) {
        const made = slippedCall(random, profile, ground);
        try {
          await follow(made, await call(made, "json"), call, followed);
          if (round % TYPED === 0) await followTyped(made, call, followed, tools.service);
        } catch (error) {
          throw new Error(
            `${made.tool} ${JSON.stringify(made.args)}: ${error instanceof Error ? error.message : error}`,
          );
        }
      }
    }
    console.log(`${followed.count} advised calls followed`);
  });
}
