/** Run by a test under a scoped grant: prints what the door says. @module */
import { openDoor } from "./open_door.ts";
import { StartError } from "../../src/door/roots.ts";
import { content, listing, whither } from "./asking.ts";

function answers(root: string): unknown {
  try {
    const door = openDoor([root]);
    return {
      content: content(door, { root: 0, path: "sub/f" }),
      names: listing(door, { root: 0, path: "sub" }),
      link: whither(door, "l"),
      alias: whither(door, root.replace(/[^/]*$/, "alias/sub/f")),
    };
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

console.log(JSON.stringify(answers(Deno.args[0])));
