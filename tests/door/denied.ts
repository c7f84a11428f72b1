/** Run by a test under a user who may not read everything: prints what the door says. @module */
import { openDoor } from "./open_door.ts";
import { content, listing, whither } from "./asking.ts";

const door = openDoor([Deno.args[0]]);
const at = (path: string) => ({ root: 0, path });
console.log(JSON.stringify({
  open: content(door, at("secret")),
  list: listing(door, at("shut")),
  below: content(door, at("shut/f")),
  resolve: whither(door, "shut/f"),
  names: listing(door, at("")),
}));
