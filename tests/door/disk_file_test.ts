import { entriesOf } from "../../src/door/disk_file.ts";
import { isWindowsName } from "../../src/door/parse_path.ts";
import { reason, type ReasonKey } from "../../src/model/messages/messages.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { contentOf, listingOf, resolvedPlace, valueOrFaultData, valueOrFaultKey } from "./support/door_answers.ts";
import { openDoor } from "./support/open_door.ts";
import { ScratchDir } from "./support/scratch_dir.ts";

const TOP = { root: 0, path: "" };
const at = (path: string) => ({ root: 0, path });

Deno.test("a stamp has the state that the disk reports", () => {
  using scratch = new ScratchDir();
  scratch.file("root/tool", "12345");
  Deno.chmodSync(`${scratch.root}/tool`, 0o744);
  Deno.utimeSync(`${scratch.root}/tool`, 1000, 2000.25);
  const info = Deno.lstatSync(`${scratch.root}/tool`);
  const { dev, ino, ctime } = info;
  const changedAt = ctime?.getTime();
  const executable = Deno.build.os !== "windows"; // Windows has no file modes.
  const expected = { kind: "file", size: 5, mtime: 2_000_250, ctime: changedAt, executable, dev, ino, linkCount: 1 };
  const door = openDoor([scratch.root]);
  const file = door.open(at("tool"));
  file.close();
  assertEquals([door.stat(at("tool")), file.stamp].map((stamp) => ({ ...stamp })), [expected, expected]);
  assertEquals(valueOrFaultKey(() => door.stat(TOP).kind), "dir");
  assertEquals(valueOrFaultKey(() => door.stat(at("nope"))), "not_found");
});

Deno.test("a file is read at any offset until its end, even while it grows", () => {
  using scratch = new ScratchDir();
  scratch.file("root/f", "0123456789");
  const file = openDoor([scratch.root]).open(at("f"));
  const read = (at: number) => {
    const into = new Uint8Array(4);
    return new TextDecoder().decode(into.subarray(0, file.read(into, at)));
  };
  assertEquals([read(0), read(8), read(10), read(3)], ["0123", "89", "", "3456"]);
  Deno.writeTextFileSync(`${scratch.root}/f`, "more", { append: true });
  assertEquals([read(10), read(14)], ["more", ""]);
  file.close();
  file.close();
  assertThrows(() => file.read(new Uint8Array(1), 0), Error, "closed");
});

Deno.test("special files and directories are refused with their kind, without waiting", () => {
  using scratch = new ScratchDir();
  scratch.file("root/d/x");
  const door = openDoor([scratch.root]);
  const kinds: Record<string, ReasonKey> = {};
  if (scratch.run("mkfifo", "root/pipe")) kinds.pipe = "fifo";
  if (scratch.run("mknod", "root/null", "c", "1", "3")) kinds.null = "device";
  const socket = "import socket; socket.socket(socket.AF_UNIX).bind('root/sock')";
  if (scratch.run("python3", "-c", socket)) kinds.sock = "socket";
  for (const [path, kind] of Object.entries(kinds)) {
    assertEquals(valueOrFaultData(() => door.open(at(path))), {
      fault: "not_a_file",
      params: { path, kind: reason(kind) },
    });
    assertEquals(resolvedPlace(door, path), `0:${path} special`);
  }
  assertEquals(valueOrFaultData(() => door.open(at("d"))), { fault: "is_directory", params: { path: "d" } });
  assertEquals(resolvedPlace(door, "d"), "0:d dir");
  const expected = ["d dir", ...Object.keys(kinds).map((name) => `${name} special`)].sort().join(", ");
  assertEquals(listingOf(door, TOP), expected);
  assertEquals([listingOf(door, at("d/x")), listingOf(door, at("nope"))], ["not_a_directory", "not_found"]);
});

Deno.test("a name that is not Unicode is counted, and never confused with one that is", () => {
  using scratch = new ScratchDir();
  const write = (names: string) =>
    scratch.run("python3", "-c", `import os\nfor n in [${names}]: open(b'root/' + n, 'w').close()`);
  if (!write("b'bad\\xff', b'\\xfe', b'\\xfd', b'good', b'dir\\xc3\\x28'")) {
    return skip("no python3, or the file system requires Unicode names");
  }
  if ([...Deno.readDirSync(scratch.root)].length < 5) return skip("this Deno leaves such names out itself");
  const door = openDoor([scratch.root]);
  const names = () => {
    const { entries, skipped } = door.list(TOP);
    return [entries.map(({ name }) => name).sort(), skipped];
  };
  assertEquals(names(), [["good"], { undecodable_name: 4 }]);
  // A name may contain the replacement character itself.
  scratch.file("root/\uFFFD");
  assertEquals(names(), [["good", "\uFFFD"], { undecodable_name: 4 }]);
  assertEquals(resolvedPlace(door, "bad\uFFFD"), "not_found");
});

Deno.test("a name that Windows reads as another one is counted, and not listed", () => {
  const names = "a.txt,aux.txt,NUL,con .ts,com1.c,lpt\xb9,aux.,b.,c ,a:b,COM10,nul1.c".split(",");
  const listed = names.map((name) => ({ name, isFile: true, isDirectory: false, isSymlink: false }));
  const read = (isName?: typeof isWindowsName) => {
    const { entries, skipped } = entriesOf(listed, () => "file", isName);
    return [entries.map(({ name }) => name), skipped];
  };
  assertEquals(read(isWindowsName), [["a.txt", "COM10", "nul1.c"], { reserved_name: 9 }]);
  assertEquals(read(), [names, {}]);
});

Deno.test("files and directories without read permission are unreadable", async () => {
  using scratch = new ScratchDir();
  scratch.file("root/shut/f");
  scratch.file("root/secret");
  Deno.chmodSync(`${scratch.root}/secret`, 0);
  Deno.chmodSync(`${scratch.root}/shut`, 0);
  Deno.chmodSync(scratch.base, 0o755);
  const script = fromFileUrl(new URL("./support/read_as_other_user.ts", import.meta.url));
  const args = ["run", "--no-prompt", `--allow-read=${scratch.root}`, script, scratch.root];
  const { code, stdout } = await asNobody(args);
  Deno.chmodSync(`${scratch.root}/shut`, 0o700);
  if (code !== 0) return skip("the privilege of root could not be dropped");
  assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
    open: "unreadable",
    list: "unreadable",
    below: "unreadable",
    resolve: "unreadable",
    names: "secret file, shut dir",
  });
});

/** Runs Deno without the privilege to ignore file modes. */
function asNobody(args: string[]): Promise<{ code: number; stdout: Uint8Array }> {
  const dropped = ["--bounding-set", "-all", "--inh-caps", "-all", "--ambient-caps", "-all", Deno.execPath(), ...args];
  const isRoot = Deno.uid() === 0;
  const command = new Deno.Command(isRoot ? "setpriv" : Deno.execPath(), {
    args: isRoot ? dropped : args,
    stderr: "null",
  });
  return command.output().catch(() => ({ code: 1, stdout: new Uint8Array() }));
}

Deno.test("paths that Deno's permissions don't cover are unreadable", () => {
  using scratch = new ScratchDir();
  scratch.file("root/f");
  const denied = () => {
    throw new Deno.errors.NotCapable("Requires read access");
  };
  const whole = openDoor([scratch.root]);
  const narrow = openDoor([scratch.root], undefined, { ...whole.sys, open: denied, readDir: denied });
  assertEquals([contentOf(narrow, at("f")), listingOf(narrow, TOP)], ["unreadable", "unreadable"]);
});

function skip(reason: string): void {
  console.log(`skipped: ${reason}`);
}
