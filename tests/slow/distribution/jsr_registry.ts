/**
 * A registry on loopback that speaks JSR's protocol and has one version of one package.
 * @module
 */
import { createHash } from "node:crypto";
import { join } from "@std/path";
import * as z from "zod";

const config = z.object({ name: z.string(), version: z.string(), exports: z.record(z.string(), z.string()) });

/** The media types that JSR serves modules as. */
const MEDIA_TYPES: Readonly<Record<string, string>> = { ts: "text/typescript", js: "text/javascript" };

/** A running registry. Ends when it is disposed of. */
export class JsrRegistry implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  /** @param dir of the package, with its deno.json */
  constructor(dir: string) {
    const answers = answersFor(dir);
    const onListen = () => {};
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, ({ url }) => {
      return answers.get(new URL(url).pathname)?.() ?? new Response("not found", { status: 404 });
    });
  }

  /** The value of JSR_URL. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** The registry's answers, by path. */
function answersFor(dir: string): ReadonlyMap<string, () => Response> {
  const { name, version, exports } = config.parse(JSON.parse(Deno.readTextFileSync(join(dir, "deno.json"))));
  const files = [...Deno.readDirSync(dir)].map((file) => [file.name, Deno.readFileSync(join(dir, file.name))] as const);
  const manifest = Object.fromEntries(files.map(([file, bytes]) => [`/${file}`, described(bytes)]));
  const [scope, ownName] = name.slice(1).split("/");
  return new Map([
    [`/${name}/meta.json`, () => Response.json({ scope, name: ownName, latest: version, versions: { [version]: {} } })],
    [`/${name}/${version}_meta.json`, () => Response.json({ manifest, exports })],
    ...files.map(([file, bytes]) => [`/${name}/${version}/${file}`, () => module(file, bytes)] as const),
  ]);
}

function described(bytes: Uint8Array) {
  return { size: bytes.length, checksum: `sha256-${createHash("sha256").update(bytes).digest("hex")}` };
}

function module(file: string, bytes: Uint8Array<ArrayBuffer>): Response {
  const [, extension = ""] = /\.(\w+)$/.exec(file) ?? [];
  return new Response(bytes, { headers: { "content-type": MEDIA_TYPES[extension] ?? "text/plain" } });
}
