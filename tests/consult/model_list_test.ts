import { assertEquals } from "@std/assert";
import { parseModelList } from "../../src/consult/model_list.ts";

Deno.test("models and their contexts are found in every form that servers list them in", () => {
  const cases: [unknown, unknown][] = [
    [{ object: "list", data: [{ id: "a" }, { id: "b", context_length: 10_000 }] }, [{ id: "a" }, {
      id: "b",
      contextTokens: 10_000,
    }]],
    [{ data: [{ id: "a", top_provider: { context_length: 200_000 } }] }, [{ id: "a", contextTokens: 200_000 }]],
    [{ data: [{ id: "a", meta: { n_ctx_train: 32_768 } }] }, [{ id: "a", contextTokens: 32_768 }]],
    [{ data: [{ id: "a", loaded_context_length: 4096, max_context_length: 131_072 }] }, [{
      id: "a",
      contextTokens: 4096,
    }]],
    [{ models: [{ name: "models/g", inputTokenLimit: 1_048_576 }] }, [{ id: "models/g", contextTokens: 1_048_576 }]],
    [[{ id: "a", context_window: 8192 }], [{ id: "a", contextTokens: 8192 }]],
    [{ data: [{ id: "a", context_length: "long" }, { id: "" }, { id: 3 }, { id: "b", context_length: 0 }] }, [{
      id: "a",
    }, { id: "b" }]],
    [{ data: "none" }, []],
    [{}, []],
    [null, []],
  ];
  for (const [json, models] of cases) assertEquals(parseModelList(JSON.stringify(json)), models);
  assertEquals(parseModelList("<html>"), []);
});

Deno.test("a list that nests too deep is ignored", () => {
  const list = (levels: number) =>
    `{"data": [{"id": "a", "meta": ${'{"meta":'.repeat(levels)}1${"}".repeat(levels)}}]}`;
  assertEquals(parseModelList(list(900)), [{ id: "a" }]);
  assertEquals(parseModelList(list(100_000)), []);
});

Deno.test("only the first 10,000 models of a list count, and only those with valid names", () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => ({ id: `m${i}` }));
  const listed = parseModelList(JSON.stringify({ data: [{ id: "x".repeat(2 ** 20) }, ...ids, 1] }));
  assertEquals([listed.length, listed[0], listed.at(-1)], [9999, { id: "m0" }, { id: "m9998" }]);
});
