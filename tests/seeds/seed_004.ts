/**
 * The project that the examples of seed 004 are about.
 * @module
 */
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

export const BACKEND = [
  ...Array.from({ length: 36 }, (_, i) => `// ${i + 1}`),
  "        if !root.is_dir() {",
  "            return Err(anyhow!(",
  '                "root directory is not a directory: {}",',
  "                root.display()",
  "            ));",
  "        }",
  "const DEFAULT_MAX_RESULTS: usize = 500;",
  "const DEFAULT_MAX_BYTES: u64 = 65536;",
  ...Array.from({ length: 46 }, (_, i) => `// ${i + 45}`),
].join("\n") + "\n";

/** Three-byte characters, so that offset 65536 lies inside one. */
export const LOG = "漢".repeat(50_000) + "\n";

export const SDK = Object.fromEntries(
  Array.from({ length: 7 }, (_, i) => [`rmcp-sdk/src/s${i}.rs`, `use x;\nasync fn Serve_Server() {}\n// end\n`]),
);

export const PROJECT = {
  ".gitignore": "target/\n",
  "Cargo.toml": '[package]\nname = "fs"\n',
  "README.md": "# fs\n",
  "logs/app.log": LOG,
  "src/main.rs": "fn main() {}\n",
  "src/backend.rs": BACKEND,
  "src/notes.txt": "const DEFAULT_MAX_X: y = 1\n",
  "target/debug/out.rs": "serve_server\n",
  ...SDK,
};

/** Opens the tools of fs on the project; `example` is JSON of the guide. */
export async function fsTools() {
  const files = tempTree(PROJECT);
  const tools = await openTools("fs", [files.path]);
  return {
    root: files.path,
    example: (tool: string, json: string) => tools.ask(tool, JSON.parse(json)),
    call: tools.call,
    [Symbol.dispose]() {
      tools[Symbol.dispose]();
      files[Symbol.dispose]();
    },
  };
}
