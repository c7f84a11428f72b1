/** What is remembered, and when it is too much. */
import { assertEquals } from "@std/assert";
import { DiskDoor } from "../../../src/door/disk_door.ts";
import { Residence } from "../../../src/engine/resident/residence.ts";
import { residentOf } from "../../../src/engine/resident/resident.ts";
import { search } from "../../../src/engine/search.ts";
import { FakeDisk } from "../../door/fake_disk.ts";
import { agedDoor } from "../aged_door.ts";
import { finish, jobOn } from "../job_on.ts";
import { withTree } from "../planted.ts";
import { searchFor } from "../requests.ts";

Deno.test("where more files and directories are met than are remembered, each is searched and counted all the same", () => {
  const names = Array.from({ length: 600 }, (_, i) => `d${i % 60}/f${i}.txt`);
  withTree(Object.fromEntries(names.map((name) => [name, "needle\n"])), (door) => {
    for (const most of [10, 59, 60, 250, 599, 600]) {
      const residence = new Residence(door, 2 ** 24, most);
      const totals = [1, 2, 3].map(() => {
        const job = { ...jobOn(door), residence, question: residence.ask() };
        const { total, searched, skipped } = finish(search(searchFor("needle"), job));
        return [total, searched, skipped];
      });
      assertEquals(totals, Array(3).fill([600, 600, {}]), `${most} at most`);
    }
  });
});

Deno.test("a file that was not looked at when it was read is known as long as its directory is the one it was read in", () => {
  withTree({ "old/f": "one\n", "new/f": "two\n" }, (_, root) => {
    const { door } = agedDoor(root), residence = new Residence(door, 2 ** 24);
    const place = { root: 0, path: "old/f" }, dir = door.glance({ root: 0, path: "old" });
    const read = { kind: "aside", at: 0, end: 0, crlf: "none", size: 4, readAt: Date.now(), seen: 0, dir } as const;
    const isKnown = () => {
      residence.keep(place, residentOf(read), residence.ask());
      return residence.file(place, residence.ask()) !== undefined;
    };
    const before = isKnown();
    Deno.renameSync(`${root}/old`, `${root}/aside`);
    Deno.renameSync(`${root}/new`, `${root}/old`);
    assertEquals([before, isKnown()], [true, false]);
  });
});

Deno.test("a question costs one look at each root", () => {
  const names = Array.from({ length: 50 }, (_, i) => `r${i}`);
  const disk = new FakeDisk({ w: Object.fromEntries(names.map((name) => [name, {}])) }, 5000, false);
  const door = new DiskDoor(names.map((name) => ({ path: `/w/${name}`, io: `/w/${name}`, aliases: [] })), disk);
  new Residence(door, 2 ** 24).ask();
  assertEquals(disk.calls, names.length);
});

Deno.test("a root that gives way to a link is another, also where that leads to the very directory", () => {
  withTree({ a: "" }, (door, root) => {
    const residence = new Residence(door, 2 ** 24);
    const inode = () => (residence.ask(), residence.rootInode(0));
    const [before, again] = [inode(), inode()];
    Deno.renameSync(root, `${root}-away`);
    Deno.symlinkSync(`${root}-away`, root);
    const after = inode();
    assertEquals([before === again, before === after, after === undefined], [true, false, false]);
  });
});
