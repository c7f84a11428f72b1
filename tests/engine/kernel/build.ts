/**
 * Makes src/engine/kernel/kernel_bytes.ts of kernel.wat. `deno task kernel` writes it down; a test holds the
 * file to its source.
 * @module
 */
import wabt from "wabt";

const SOURCE = new URL("../../../src/engine/kernel/kernel.wat", import.meta.url);

/** Where the bytes are written down. */
export const BYTES = new URL("../../../src/engine/kernel/kernel_bytes.ts", import.meta.url);

/** The text of the module that holds the kernel's bytes. */
export async function built(): Promise<string> {
  const { parseWat } = await wabt();
  const wat = parseWat("kernel.wat", Deno.readTextFileSync(SOURCE), { simd: true, relaxed_simd: true });
  wat.validate();
  const { buffer } = wat.toBinary({});
  const lines = btoa(String.fromCharCode(...buffer)).match(/.{1,116}/g) ?? [];
  return `/**
 * The kernel's ${buffer.length} bytes, in base64. Made of kernel.wat by \`deno task kernel\`: do not edit.
 * @module
 */
// deno-fmt-ignore-file

/** A WebAssembly module. */
export const KERNEL_BYTES = \`
${lines.join("\n")}
\`;
`;
}

if (import.meta.main) Deno.writeTextFileSync(BYTES, await built());
