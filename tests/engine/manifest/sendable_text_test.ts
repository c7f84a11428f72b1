import { assertEquals } from "@std/assert";
import { buildManifest } from "../../../src/engine/manifest/manifest.ts";
import { LIMITS } from "../../../src/model/limits.ts";
import { reason } from "../../../src/model/messages/reasons.ts";
import type { ConsultReport } from "../../../src/model/report.ts";
import type { ConsultRequest } from "../../../src/model/request.ts";
import { openDoor } from "../../door/support/open_door.ts";
import { tempTree } from "../../program.ts";
import { finish, jobOn } from "../job_on.ts";
import { bytesFile, MemoryDoor } from "../memory_door.ts";

const AWS = "AKIA" + "IOSFODNN7EXAMPLE";

function ask(root: string, files: readonly string[], more: Partial<ConsultRequest> = {}): ConsultReport {
  const request = { op: "consult", files, timeoutMs: 4000, text: true, ...more } as const;
  return finish(buildManifest(request, jobOn(openDoor([root]))));
}

Deno.test("contents that look secret are excluded, with the line and the form, never the secret", () => {
  using files = tempTree({ "a.py": "a = 1\n", "b.py": `x\nkey = "${AWS}"\n`, ".env": "A=1", "node_modules/m.js": "m" });
  assertEquals(ask(files.path, ["*.py", ".env", "node_modules/*.js"]), {
    op: "consult",
    files: [{ path: "a.py", bytes: 6, estimatedTokens: 2, text: "a = 1\n" }],
    leftOut: [
      {
        path: "b.py",
        fault: { key: "consult_secret_content", params: { path: "b.py", line: 2, rule: reason("aws_key") } },
      },
      { path: ".env", fault: { key: "consult_secret", params: { path: ".env", rule: ".env" } } },
      {
        path: "node_modules/*.js",
        fault: { key: "consult_ignored", params: { path: "node_modules/*.js", rule: "node_modules" } },
      },
    ],
  });
  assertEquals(ask(files.path, ["b.py"], { text: false }).leftOut.length, 1);
});

Deno.test("an exception allows only the files its glob matches", () => {
  using files = tempTree({
    "a/b.py": AWS,
    "c/b.py": AWS,
    "c/.env": "A=1",
    "keys/x.pem": "k",
    "node_modules/m/i.js": "m",
    "node_modules/m/j.js": "m",
  });
  const sent = (...allow: string[]) =>
    ask(files.path, ["a/*.py", "c/*.py", "c/.env", "keys/x.pem", "node_modules/m/*.js"], { allow }).files.map((f) =>
      f.path
    );
  assertEquals(sent(), []);
  assertEquals(sent("a/*"), ["a/b.py"]);
  assertEquals(sent("b.py"), ["a/b.py", "c/b.py"]);
  assertEquals(sent("/c", "*.pem"), ["c/b.py", "c/.env", "keys/x.pem"]);
  assertEquals(sent(".env", "!c/"), []);
  assertEquals(sent("node_modules/m/i.js"), ["node_modules/m/i.js"]);
  assertEquals(sent("**"), ["a/b.py", "c/b.py", "c/.env", "keys/x.pem", "node_modules/m/i.js", "node_modules/m/j.js"]);
});

Deno.test("the text is what a reader sees: decoded, without its mark, invalid bytes shown", () => {
  using files = tempTree({});
  const text = (bytes: Uint8Array) => {
    Deno.writeFileSync(`${files.path}/a.txt`, bytes);
    return ask(files.path, ["a.txt"]).files[0]?.text;
  };
  assertEquals(text(new TextEncoder().encode("\ufefffür\n")), "für\n");
  assertEquals(text(Uint8Array.of(0xff, 0xfe, 0x61, 0, 0x0a, 0)), "a\n");
  assertEquals(text(Uint8Array.of(0x61, 0xff, 0x62)), "a\ufffdb");
  assertEquals(text(new Uint8Array()), "");
});

Deno.test("a secret in UTF-16 is found", () => {
  using files = tempTree({});
  Deno.writeFileSync(
    `${files.path}/a.txt`,
    new Uint8Array([0xff, 0xfe, ...[...AWS].flatMap((c) => [c.charCodeAt(0), 0])]),
  );
  assertEquals(ask(files.path, ["a.txt"]).leftOut.map(({ fault }) => fault.key), ["consult_secret_content"]);
});

Deno.test("a secret in UTF-32, or in UTF-16 after text of another kind, is found", () => {
  using files = tempTree({});
  const wide = (size: number) => [...AWS].flatMap((c) => [c.charCodeAt(0), ...Array<number>(size - 1).fill(0)]);
  Deno.writeFileSync(`${files.path}/a.txt`, new Uint8Array([0xff, 0xfe, 0, 0, ...wide(4)]));
  Deno.writeFileSync(`${files.path}/b.txt`, new Uint8Array([...new Uint8Array(9000).fill(0x20), ...wide(2)]));
  const { leftOut } = ask(files.path, ["a.txt", "b.txt"]);
  assertEquals(leftOut.map(({ fault }) => fault.key), ["consult_secret_content", "consult_secret_content"]);
});

Deno.test("a huge file is cut at a line's end; many files are cut at their total size", () => {
  const line = "0123456789abcde\n", { fileBytes, totalBytes } = LIMITS.consult;
  const huge = bytesFile(new TextEncoder().encode(line.repeat(fileBytes / line.length) + "more\n"));
  const names = Array.from({ length: totalBytes / fileBytes + 2 }, (_, i) => `f${i}.txt`);
  const door = new MemoryDoor(Object.fromEntries(names.map((name) => [name, huge])));
  const report = finish(
    buildManifest({ op: "consult", files: names, timeoutMs: 4000, text: true }, jobOn(door)),
  );
  const first = report.files[0];
  assertEquals([first?.bytes, first?.text?.length, first?.textCut], [fileBytes + 5, fileBytes, true]);
  assertEquals(report.files.length, totalBytes / fileBytes);
  assertEquals(report.leftOut.map(({ path, fault }) => [path, fault.key]), [
    [names.at(-2), "consult_total"],
    [names.at(-1), "consult_total"],
  ]);
  assertEquals(door.opened, 0);
});

Deno.test("a huge file without a line break is cut at a character", () => {
  const { fileBytes } = LIMITS.consult;
  const first = (bytes: Uint8Array) => {
    const request = { op: "consult", files: ["a.txt"], timeoutMs: 4000, text: true } as const;
    return finish(buildManifest(request, jobOn(new MemoryDoor({ "a.txt": bytesFile(bytes) })))).files[0];
  };
  const utf16 = (text: string) => {
    const units = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
    return new Uint8Array(units.buffer);
  };
  for (const behind of ["", "x"]) {
    for (const [char, length] of [["é", 2], ["語", 3], ["😀", 4]] as const) {
      for (let before = 1; before <= length; before++) {
        const start = "a".repeat(fileBytes - before), fits = before === length;
        const file = first(new TextEncoder().encode(start + char + behind));
        const cut = fits && behind === "" ? undefined : true;
        assertEquals([file?.text === start + (fits ? char : ""), file?.textCut], [true, cut]);
      }
    }
  }
  const units = "\ufeff" + "a".repeat(fileBytes / 2 - 2);
  assertEquals(first(utf16(units + "\ud83d\ude00"))?.text === units.slice(1), true);
  const invalid = new Uint8Array(fileBytes + 1).fill(0x61);
  invalid[fileBytes - 1] = 0xff;
  assertEquals(first(invalid)?.text?.slice(-2), "a\ufffd");
});

Deno.test("a secret that the size limit cuts is found; a secret after the limit does not matter", () => {
  const { fileBytes } = LIMITS.consult;
  const leftOut = (text: string) => {
    const request = { op: "consult", files: ["a.txt"], timeoutMs: 4000, text: true } as const;
    const door = new MemoryDoor({ "a.txt": bytesFile(new TextEncoder().encode(text)) });
    return finish(buildManifest(request, jobOn(door))).leftOut.map(({ fault }) => fault.key);
  };
  for (const sent of [1, 4, AWS.length - 1]) {
    assertEquals(leftOut(" ".repeat(fileBytes - sent) + AWS + " and more"), ["consult_secret_content"]);
  }
  assertEquals(leftOut("a\n".repeat(fileBytes / 2) + AWS), []);
});

Deno.test("a file that grows while it is read is cut at its former end, and the cut is reported", () => {
  let reads = 0;
  const growing = {
    size: 10,
    read(into: Uint8Array) {
      reads++;
      into.fill(0x61);
      return into.length;
    },
  };
  const report = finish(buildManifest(
    { op: "consult", files: ["a.txt"], timeoutMs: 4000, text: true },
    jobOn(new MemoryDoor({ "a.txt": growing })),
  ));
  assertEquals([report.files[0]?.textCut, reads < 5], [true, true]);
});
