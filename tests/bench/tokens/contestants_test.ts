import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { OWN_QUESTIONS } from "../../../bench/tokens/own/questions.ts";
import { plantCheckout } from "../../../bench/tokens/own/tree.ts";
import { Server } from "../../../bench/tokens/server.ts";
import { costInShell, wrappingTokens } from "../../../bench/tokens/shell.ts";
import { TreeCopy } from "../../../bench/tokens/tree_copy.ts";
import { fossick, tempDir, tempTree } from "../../program.ts";

/** This checkout. */
const CHECKOUT = fromFileUrl(new URL("../../..", import.meta.url));

Deno.test("calls made together are one turn, a call after an answer is another", async () => {
  using root = tempTree({ "a.ts": "let a = 1;\n", "b.ts": "let b = 2;\n" });
  const server = await Server.start(fossick(root.path, "--answers", "text"), root.path);
  const cost = await server.cost(
    async (ask) => {
      await Promise.all(["a.ts", "b.ts"].map((path) => ask("read_file", { path, line_numbers: false })));
      await ask("search_content", { query: "let", total_only: true });
    },
    (taken) => taken.includes("let c"),
    new TreeCopy(root.path, new Map()),
  );
  await server.close();
  const { turns, missed, taken } = cost ?? {};
  assertEquals({ turns, missed, taken }, { turns: 2, missed: true, taken: "let a = 1;\nlet b = 2;\n2" });
});

Deno.test("a pipeline costs its command line and its output; as the call of a tool it costs more", () => {
  using root = tempTree({ "a.ts": "let a = 1;\n" });
  const question = { words: "?", shell: ["rg -c let"], holds: () => () => true };
  const { taken, turns, missed } = costInShell(question, (text) => text === "a.ts:1\n", root.path);
  assertEquals({ taken, turns, missed }, { taken: "a.ts:1\n", turns: 1, missed: undefined });
  assertEquals(wrappingTokens(question) > 5, true);
});

Deno.test("every question about this checkout has its right answer, which the shell's pipeline finds", () => {
  const root = tempDir("fossick-");
  try {
    const tree = plantCheckout(CHECKOUT, root);
    const missed = OWN_QUESTIONS.filter((question) => costInShell(question, question.holds(tree), root).missed);
    assertEquals(missed.map(({ words }) => words), []);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
