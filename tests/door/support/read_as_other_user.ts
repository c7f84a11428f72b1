/** Run by a test as a user who may not read everything: prints the door's answers. @module */
import { openDoor } from "./open_door.ts";
import { contentOf, listingOf, resolvedPlace } from "./door_answers.ts";

const door = openDoor([Deno.args[0]]);
const at = (path: string) => ({ root: 0, path });
console.log(JSON.stringify({
  open: contentOf(door, at("secret")),
  list: listingOf(door, at("shut")),
  below: contentOf(door, at("shut/f")),
  resolve: resolvedPlace(door, "shut/f"),
  names: listingOf(door, at("")),
}));
