import { assertEquals } from "@std/assert";
import { NAME } from "../../packaging/project.ts";
import { MIN_DENO_VERSION, unsupportedReason } from "../../src/cli/runtime.ts";

const NEEDS = `fossick runs on Deno ${MIN_DENO_VERSION} or later, and this is`;
const ADVICE = `upgrade it, or start fossick with: npx -y ${NAME}`;

function deno(version: string) {
  return { Deno: { version: { deno: version }, exit: Deno.exit } };
}

Deno.test("a Deno that is too old is refused in one sentence with both versions, and any other is not", () => {
  assertEquals(unsupportedReason(globalThis), undefined);
  for (const version of [MIN_DENO_VERSION, "2.6.10", "2.10.0", "3.0.0", "2.9.0-rc.1"]) {
    assertEquals([version, unsupportedReason(deno(version))], [version, undefined]);
  }
  for (const version of ["1.46.3", "2.0.0", "2.6.7", "2.5.9"]) {
    assertEquals(unsupportedReason(deno(version)), `${NEEDS} Deno ${version}; ${ADVICE}`);
  }
});

Deno.test("a runtime other than Deno is refused by its name, in a Japanese locale in Japanese", () => {
  const process = { version: "v20.20.2", exit: Deno.exit };
  assertEquals(unsupportedReason({ process }), `${NEEDS} Node.js 20.20.2; ${ADVICE}`);
  assertEquals(unsupportedReason({ process, navigator: { userAgent: "Bun/1.3.0" } }), `${NEEDS} Bun 1.3.0; ${ADVICE}`);
  assertEquals(
    unsupportedReason({ process, navigator: { language: "ja-JP" } }),
    `fossick には Deno ${MIN_DENO_VERSION} 以降が必要です。これは Node.js 20.20.2 です。` +
      `更新するか、次のように起動してください: npx -y ${NAME}`,
  );
});
