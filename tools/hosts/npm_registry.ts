/**
 * A registry on loopback with the packed npm package, so that `npx -y @fossick/fossick` starts this checkout.
 * @module
 */
import { createHash } from "node:crypto";
import { packageJson } from "../../packaging/npm.ts";
import { NAME, VERSION } from "../../packaging/project.ts";

/** A listening registry. */
export interface NpmRegistry extends AsyncDisposable {
  /** The settings that make npm take the package from here, and everything else from its usual place. */
  readonly npmrc: string;
}

/**
 * Starts a registry with one package.
 * @param packed the path of the packed file
 * @param cache npm's directory for downloads
 */
export async function startNpmRegistry(packed: string, cache: string): Promise<NpmRegistry> {
  const bytes = await Deno.readFile(packed);
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    const { origin, pathname } = new URL(url);
    if (pathname === "/fossick.tgz") return new Response(bytes);
    if (decodeURIComponent(pathname) !== `/${NAME}`) return new Response(null, { status: 404 });
    const dist = { tarball: `${origin}/fossick.tgz`, integrity };
    return Response.json({
      name: NAME,
      "dist-tags": { latest: VERSION },
      versions: { [VERSION]: { ...packageJson(), dist } },
    });
  });
  const [scope] = NAME.split("/");
  return {
    npmrc: `${scope}:registry=http://127.0.0.1:${server.addr.port}/\ncache=${cache}\n`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
