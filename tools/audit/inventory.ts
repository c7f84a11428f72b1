/**
 * The locked packages, each with its reason and its licence.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { fieldAt, isRecord } from "../../tests/sandbox/server_process.ts";
import { LICENCES, REASONS } from "./reasons.ts";

/** A locked package. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** The package's own declaration; absent if the package is not on this machine. */
  readonly licence?: string;
  /** A sentence, or the packages that depend on it. */
  readonly reason?: string;
  /** The product contains it; other packages are for tests and tools only. */
  readonly shipped: boolean;
  /** The lock file has a hash of its content. */
  readonly hashed: boolean;
}

const PROJECT = fromFileUrl(new URL("../../", import.meta.url));

/** All locked packages. */
export async function inventory(): Promise<Package[]> {
  const known = fieldAt(await info(), "npmPackages"), locked = lock();
  const shipped = await shippedKeys();
  return Object.entries(locked).map(([key, entry]) => {
    const { name, version } = splitKey(key);
    const licence = licenceIn(fieldAt(known, key, "localPath")) ?? siblingLicence(name, entry, locked, known);
    const reason = REASONS[name] ?? neededBy(name, locked);
    return {
      name,
      version,
      ...(licence !== undefined && { licence }),
      ...(reason !== undefined && { reason }),
      shipped: shipped.has(name),
      hashed: typeof fieldAt(entry, "integrity") === "string",
    };
  }).sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1);
}

/** A package's problems: no reason, no accepted licence, no hash. */
export function problemsOf({ name, version, licence, reason, hashed }: Package): string[] {
  return [
    ...reason === undefined ? [`${name}@${version}: it has no reason (tools/audit/reasons.ts)`] : [],
    ...licence === undefined || isAllowed(licence) ? [] : [`${name}@${version}: licence ${licence}`],
    ...hashed ? [] : [`${name}@${version}: not locked by a hash`],
  ];
}

/** Whether one of the alternatives of a licence is accepted, as MIT in `(MIT OR GPL-3.0)`. */
function isAllowed(licence: string): boolean {
  return licence.replace(/[()]/g, "").split(" OR ").some((one) =>
    one.split(" AND ").every((all) => LICENCES.includes(all))
  );
}

/** Splits `@scope/name@1.2.3_peer@4` into name and version. */
function splitKey(key: string): { name: string; version: string } {
  const cut = key.indexOf("@", 1);
  return { name: key.slice(0, cut), version: key.slice(cut + 1).replace(/_.*$/, "") };
}

function lock(): Readonly<Record<string, unknown>> {
  const packages = fieldAt(JSON.parse(Deno.readTextFileSync(`${PROJECT}deno.lock`)), "npm");
  if (!isRecord(packages)) throw new Error("deno.lock locks no packages");
  return packages;
}

/** The keys of the packages that the product's modules reach. */
async function shippedKeys(): Promise<ReadonlySet<string>> {
  const modules = fieldAt(await info(), "modules"), packages = fieldAt(await info(), "npmPackages");
  const found = new Set<string>();
  const add = (key: unknown) => {
    const { name } = splitKey(String(key));
    if (found.has(name)) return;
    found.add(name);
    const needs = fieldAt(packages, String(key), "dependencies");
    if (Array.isArray(needs)) needs.forEach(add);
  };
  if (Array.isArray(modules)) modules.map((module) => fieldAt(module, "npmPackage")).filter(Boolean).forEach(add);
  return found;
}

let asked: Promise<unknown> | undefined;

/** Deno's information on the product's modules and on all locked packages. */
function info(): Promise<unknown> {
  return asked ??= new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "main.ts"],
    cwd: PROJECT,
    stderr: "null",
  }).output().then(({ stdout }) => JSON.parse(new TextDecoder().decode(stdout)));
}

function licenceIn(directory: unknown): string | undefined {
  if (typeof directory !== "string") return undefined;
  try {
    const manifest: unknown = JSON.parse(Deno.readTextFileSync(`${directory}/package.json`));
    const licence = fieldAt(manifest, "license") ?? fieldAt(manifest, "licenses");
    const [one] = [licence].flat();
    return String(fieldAt(one, "type") ?? one ?? "not stated");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** A package built for another system is not on this machine; it has the licence of the package that it belongs to. */
function siblingLicence(
  name: string,
  entry: unknown,
  locked: Readonly<Record<string, unknown>>,
  known: unknown,
): string | undefined {
  if (fieldAt(entry, "os") === undefined) return undefined;
  const [user] = usersOf(name, locked);
  return user && licenceIn(fieldAt(known, user, "localPath"));
}

/** `needed by a, b`: names the packages that depend on this one. */
function neededBy(name: string, locked: Readonly<Record<string, unknown>>): string | undefined {
  const names = [...new Set(usersOf(name, locked).map((key) => splitKey(key).name))];
  return names.length === 0 ? undefined : `needed by ${names.join(", ")}`;
}

/** Keys of the packages that depend on this one. */
function usersOf(name: string, locked: Readonly<Record<string, unknown>>): string[] {
  const isUser = (entry: unknown) =>
    ["dependencies", "optionalDependencies", "optionalPeers"].some((field) => {
      const needs = fieldAt(entry, field);
      return Array.isArray(needs) && needs.some((need) => String(need).replace(/(.)@.*$/, "$1") === name);
    });
  return Object.entries(locked).filter(([, entry]) => isUser(entry)).map(([key]) => key);
}
