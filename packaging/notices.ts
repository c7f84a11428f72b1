/**
 * The licences of the packages in a bundle, which require to be distributed with it.
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

/** A package in a bundle. */
interface Package {
  readonly title: string;
  readonly licence: string;
  /** The licence's text; "" if the package has none. */
  readonly text: string;
}

/** The notices of the packages that `main` imports, as a JavaScript comment. */
export async function notices(main: string): Promise<string> {
  const { npmCache } = z.object({ npmCache: z.string() }).parse(JSON.parse(await denoCommand(["info", "--json"])));
  const drawn = drawnIn(graph.parse(JSON.parse(await denoCommand(["info", "--json", main]))));
  return comment(drawn.map(({ name, version, registryUrl, localPath }) => ({
    title: `${name} ${version}`,
    ...licenceIn(localPath ?? join(npmCache, new URL(registryUrl).host, name, version)),
  })));
}

/** The packages of a graph's modules, and their dependencies. */
function drawnIn({ modules, npmPackages }: z.output<typeof graph>) {
  const ids = new Set(modules.flatMap(({ npmPackage }) => npmPackage ?? []));
  // The loop adds to the set that it iterates over, so it visits added keys too.
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

/** Each licence text once, after the packages that have it. */
function comment(packages: readonly Package[]): string {
  const parts = Map.groupBy(packages, ({ text }) => text).entries().map(([text, of]) => {
    const names = of.map(({ title, licence }) => `${title} (${licence})`).join(", ");
    return text === "" ? names : `${names}:\n\n${text}`;
  });
  return ["/*", "This file holds code of others:", ...parts].join("\n\n").replaceAll("*/", "* /") + "\n*/\n";
}
