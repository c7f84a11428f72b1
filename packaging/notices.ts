/**
 * Whose code a bundle holds besides fossick's own, and under which licence: their licences want to go with it.
 * @module
 */
import { join } from "@std/path";
import * as z from "zod";
import { denoCommand } from "./deno_command.ts";

const graph = z.object({
  modules: z.array(z.object({ npmPackage: z.string().optional() })),
  npmPackages: z.record(
    z.string(),
    z.object({
      name: z.string(),
      version: z.string(),
      dependencies: z.array(z.string()),
      registryUrl: z.url(),
      localPath: z.string().optional(),
    }),
  ),
});

/** A package inside a bundle. */
interface Package {
  readonly title: string;
  readonly licence: string;
  /** "" where the package brings none. */
  readonly text: string;
}

/** The notices of what the module `main` draws in, as a comment of JavaScript. */
export async function notices(main: string): Promise<string> {
  const { npmCache } = z.object({ npmCache: z.string() }).parse(JSON.parse(await denoCommand(["info", "--json"])));
  const drawn = drawnIn(graph.parse(JSON.parse(await denoCommand(["info", "--json", main]))));
  return comment(drawn.map(({ name, version, registryUrl, localPath }) => ({
    title: `${name} ${version}`,
    ...licenceIn(localPath ?? join(npmCache, new URL(registryUrl).host, name, version)),
  })));
}

/** The packages that a graph's modules are of, and those that these depend on. */
function drawnIn({ modules, npmPackages }: z.output<typeof graph>) {
  const ids = new Set(modules.flatMap(({ npmPackage }) => npmPackage ?? []));
  // A set that grows while it is gone through: what is added comes up in its turn.
  for (const id of ids) for (const dependency of npmPackages[id]?.dependencies ?? []) ids.add(dependency);
  return [...ids].toSorted().flatMap((id) => npmPackages[id] ?? []);
}

function licenceIn(dir: string): Pick<Package, "licence" | "text"> {
  const manifest = z.object({ license: z.string() }).parse(
    JSON.parse(Deno.readTextFileSync(join(dir, "package.json"))),
  );
  const file = [...Deno.readDirSync(dir)].find(({ name }) => /^licen[cs]e/i.test(name));
  return {
    licence: manifest.license,
    text: file === undefined ? "" : Deno.readTextFileSync(join(dir, file.name)).trim(),
  };
}

/** Each text once, below the packages it is of. */
function comment(packages: readonly Package[]): string {
  const parts = Map.groupBy(packages, ({ text }) => text).entries().map(([text, of]) => {
    const names = of.map(({ title, licence }) => `${title} (${licence})`).join(", ");
    return text === "" ? names : `${names}:\n\n${text}`;
  });
  return ["/*", "This file holds code of others:", ...parts].join("\n\n").replaceAll("*/", "* /") + "\n*/\n";
}
