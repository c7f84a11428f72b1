/**
 * Compiles kernel.wat to src/engine/simd/kernel_bytes.ts: `deno task kernel`. A test checks that the file is current.
 * @module
 */
import wabt from "wabt";

const KERNEL_SOURCE = new URL("../../../src/engine/simd/kernel.wat", import.meta.url);

/** The file that contains the bytes. */
export const KERNEL_BYTES_FILE = new URL("../../../src/engine/simd/kernel_bytes.ts", import.meta.url);

/** The source of the module that contains the kernel's bytes. */
export async function buildKernel(): Promise<string> {
  const { parseWat } = await wabt();
  const wat = parseWat("kernel.wat", Deno.readTextFileSync(KERNEL_SOURCE), { simd: true, relaxed_simd: true });
  wat.validate();
  const { buffer } = wat.toBinary({});
  const lines = btoa(String.fromCharCode(...buffer)).match(/.{1,116}/g) ?? [];
  return `/**
 * The kernel's ${buffer.length} bytes, in base64. Compiled from kernel.wat by \`deno task kernel\`: do not edit.
 * @module
 */
// deno-fmt-ignore-file

/** A WebAssembly module. */
export const KERNEL_BYTES = \`
${lines.join("\n")}
\`;
`;
}

if (import.meta.main) Deno.writeTextFileSync(KERNEL_BYTES_FILE, await buildKernel());
