import { assertEquals } from "@std/assert";
import { openDoor } from "./support/open_door.ts";
import EN from "../../src/model/messages/en.json" with { type: "json" };
import { reason } from "../../src/model/messages/messages.ts";
import { contentOf, listingOf, resolvedPlace, valueOrFaultData, valueOrFaultKey } from "./support/door_answers.ts";
import { ScratchDir } from "./support/scratch_dir.ts";

/** A root with links of every kind. */
function linked(): ScratchDir {
  const scratch = new ScratchDir();
  const { root, outside } = scratch;
  for (const name of ["root/a.txt", "root/real/deep/b.txt", "outside/secret.txt", "outside/d/x"]) scratch.file(name);
  const links = {
    file: "a.txt",
    dir: "real/deep",
    absolute: `${root}/a.txt`,
    by_name: "../root/a.txt",
    chain: "file",
    "real/up": "..",
    self: ".",
    out_file: `${outside}/secret.txt`,
    out_dir: outside,
    out_deep: `${outside}/d`,
    out_relative: "../outside/secret.txt",
    out_missing: `${outside}/nope`,
    out_deep_missing: `${outside}/nope/nope`,
    out_chain: "out_file",
    out_and_in: "../outside/../root/a.txt",
    parent: "..",
    top: "/",
    passwd: "/etc/passwd",
    proc: "/proc/self/root",
    zero: "/dev/zero",
    stdin: "/dev/stdin",
    dangling: "nope",
    loop: "loop",
    loop_a: "loop_b",
    loop_b: "loop_a",
    below_file: "a.txt/x",
    file_up: "a.txt/..",
    slashes: "real//./deep/",
  };
  for (const [name, target] of Object.entries(links)) scratch.link(`root/${name}`, target);
  return scratch;
}

Deno.test("links are followed inside the root and refused outside", () => {
  using scratch = linked();
  const door = openDoor([scratch.root]);
  const table = {
    "file": "0:a.txt file",
    "dir": "0:real/deep dir",
    "dir/": "0:real/deep dir",
    "dir/b.txt": "0:real/deep/b.txt file",
    "dir/../deep": "0:real/deep dir",
    // Inside from the link's target, but outside by name.
    "dir/../../a.txt": "outside",
    "absolute": "0:a.txt file",
    "by_name": "0:a.txt file",
    "chain": "0:a.txt file",
    "real/up/a.txt": "0:a.txt file",
    "self/self/a.txt": "0:a.txt file",
    "slashes": "0:real/deep dir",
    "parent/root/a.txt": "0:a.txt file",
    "top": "outside",
    "parent": "outside",
    "parent/outside/secret.txt": "outside",
    "out_deep/../secret.txt": "outside",
    "dangling": "not_found",
    "loop": "not_found",
    "loop_a/x": "not_found",
    "below_file": "not_found",
    "file_up": "not_found",
    "passwd": "outside",
    "proc/etc/passwd": "outside",
    "zero": "outside",
    "stdin": "outside",
  };
  assertEquals(Object.fromEntries(Object.keys(table).map((text) => [text, resolvedPlace(door, text)])), table);
});

Deno.test("a refusal is the same whether or not the target outside exists, and does not name it", () => {
  using scratch = linked();
  const door = openDoor([scratch.root]);
  const texts = ["out_file", "out_dir", "out_relative", "out_missing", "out_deep_missing", "out_chain"]
    .flatMap((name) => [name, `${name}/secret.txt`, `${name}/nope`, `${name}/../x`]);
  // Where `..` leads from outside depends on the entries there.
  texts.push("out_and_in", "../outside/../root/a.txt", `${scratch.outside}/nope/../../root/a.txt`);
  for (const path of texts) {
    assertEquals(valueOrFaultData(() => door.resolve(path)), { fault: "outside", params: { path } });
  }
  assertEquals(EN["fault.outside"].match(/\{\w+\}/g), ["{path}"]);
});

Deno.test("at most forty links are followed", () => {
  using scratch = new ScratchDir();
  scratch.file("root/l0");
  for (let i = 1; i <= 41; i++) scratch.link(`root/l${i}`, `l${i - 1}`);
  const door = openDoor([scratch.root]);
  assertEquals([resolvedPlace(door, "l40"), resolvedPlace(door, "l41")], ["0:l0 file", "not_found"]);
});

Deno.test("the fault of a path through a link to nothing names the link as the reason", () => {
  using scratch = new ScratchDir();
  scratch.file("root/real/f");
  scratch.link("root/ok", "real");
  for (
    const [name, target] of [["gone", "nowhere"], ["loop", "loop"], ["to_gone", "gone"], ["below_file", "real/f/x"]]
  ) {
    scratch.link(`root/${name}`, target);
  }
  const door = openDoor([scratch.root]);
  for (const path of ["gone", "loop", "to_gone", "below_file", "gone/x", "loop/x/y"]) {
    const params = { path, name: path.replace(/.*\//, ""), kind: reason("link") };
    assertEquals(valueOrFaultData(() => door.resolve(path)), { fault: "not_found", params });
  }
  for (const path of ["nope", "ok/nope", "real/f/x"]) {
    const params = { path, name: path.replace(/.*\//, "") };
    assertEquals(valueOrFaultData(() => door.resolve(path)), { fault: "not_found", params });
  }
});

Deno.test("a link is listed and stamped as a link, followed only by `followLinks`, and never opened", () => {
  using scratch = linked();
  const door = openDoor([scratch.root]);
  const at = (path: string) => ({ root: 0, path });
  assertEquals(listingOf(door, at("real")), "deep dir, up link");
  assertEquals(valueOrFaultKey(() => door.stat(at("out_file")).kind), "link");
  assertEquals(valueOrFaultKey(() => door.followLinks(at("dir"))), at("real/deep"));
  assertEquals(valueOrFaultKey(() => door.followLinks(at("out_file"))), "outside");
  assertEquals(valueOrFaultKey(() => door.followLinks(at("dangling"))), "not_found");
  assertEquals(valueOrFaultData(() => door.open(at("file"))), {
    fault: "not_a_file",
    params: { path: "file", kind: reason("link") },
  });
  assertEquals([listingOf(door, at("dir")), listingOf(door, at("out_dir"))], ["outside", "outside"]);
  assertEquals([contentOf(door, at("out_dir/secret.txt")), contentOf(door, at("dir/b.txt"))], ["outside", "outside"]);
});

Deno.test("a link may lead from one root into another", () => {
  using scratch = new ScratchDir();
  for (const name of ["root/a.txt", "second/b.txt", "outside/x"]) scratch.file(name);
  scratch.link("root/to_second", "../second");
  scratch.link("second/to_first", `${scratch.root}/a.txt`);
  scratch.link("second/out", "../outside/x");
  const door = openDoor([scratch.root, `${scratch.base}/second`]);
  const second = `${scratch.base}/second`;
  const table = {
    "to_second/b.txt": "1:b.txt file",
    "to_second/to_first": "0:a.txt file",
    "to_second/out": "outside",
    "../second/b.txt": "1:b.txt file",
    [`${second}/to_first`]: "0:a.txt file",
    [`${second}/../root/a.txt`]: "0:a.txt file",
  };
  assertEquals(Object.fromEntries(Object.keys(table).map((text) => [text, resolvedPlace(door, text)])), table);
  const named = ["to_second/b.txt", "../second/b.txt", `${second}/to_first`].map((text) => door.resolve(text).shown);
  assertEquals(named, ["to_second/b.txt", `${second}/b.txt`, `${second}/to_first`]);
  assertEquals(door.followLinks({ root: 1, path: "to_first" }), { root: 0, path: "a.txt" });
});
