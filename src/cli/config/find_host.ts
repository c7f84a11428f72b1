/**
 * The host that a user means.
 * @module
 */
import { isMisspelt, nearestNames } from "../../model/nearest_names.ts";
import { UsageError } from "../usage_error.ts";
import { ALL_HOSTS, COMMON_KEY, type Host, HOST_IDS, OTHER_HOST } from "./hosts.ts";

/**
 * The host of a name, whatever its case and separators; the beginning of a name is enough if only one host has it.
 *
 * @param example a command line for the id of a host
 * @throws UsageError if no host or several have the name
 */
export function findHost(name: string, example: (id: string) => string): Host {
  const meant = hostsNamed(name), [host] = meant;
  if (host !== undefined && meant.length === 1) return host;
  const word = JSON.stringify(name);
  if (host !== undefined) {
    throw new UsageError("host_ambiguous", { word, hosts: meant.map(({ id }) => id).join(", ") }, example(host.id));
  }
  const [nearest] = nearestNames(name, HOST_IDS, 1), hosts = HOST_IDS.join(", ");
  // Other hosts have similar names too, but begin otherwise.
  if (isMisspelt(name, nearest) && plain(name)[0] === nearest[0]) {
    throw new UsageError("host_misspelt", { word, nearest, hosts }, example(nearest));
  }
  throw new UsageError("host_unknown", { word, key: COMMON_KEY, other: OTHER_HOST.id, hosts }, example(OTHER_HOST.id));
}

function hostsNamed(name: string): Host[] {
  const wanted = plain(name);
  const exact = ALL_HOSTS.filter((host) => namesOf(host).includes(wanted));
  return exact.length > 0 || wanted === ""
    ? exact
    : ALL_HOSTS.filter((host) => namesOf(host).some((known) => known.startsWith(wanted)));
}

function namesOf({ id, aliases }: Host): string[] {
  return [plain(id), ...aliases];
}

/** In lower case, without separators. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
