/** Run by a test under a scoped grant: prints the door's answers. @module */
import { openDoor } from "./open_door.ts";
import { StartError } from "../../../src/door/roots.ts";
import { contentOf, listingOf, resolvedPlace } from "./door_answers.ts";

function answers(root: string): unknown {
  try {
    const door = openDoor([root]);
    return {
      content: contentOf(door, { root: 0, path: "sub/f" }),
      names: listingOf(door, { root: 0, path: "sub" }),
      link: resolvedPlace(door, "l"),
      alias: resolvedPlace(door, root.replace(/[^/]*$/, "alias/sub/f")),
    };
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

console.log(JSON.stringify(answers(Deno.args[0])));
