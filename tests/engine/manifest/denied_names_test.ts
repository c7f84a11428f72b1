import { assertEquals } from "@std/assert";
import { ConsultTree } from "./consult_tree.ts";

const DIRECTORIES = ".git .hg .svn .jj node_modules bower_components __pycache__ .venv venv .tox .nox .mypy_cache " +
  ".pytest_cache .ruff_cache .gradle .terraform .idea .ssh .gnupg .aws .azure .Kube .docker";
const NAMES = ".env .env.production .envrc prod.env cert.pem server.key a.p12 a.pfx a.jks a.keystore vault.kdbx " +
  "putty.ppk http.keytab office.ovpn id_rsa ID_RSA.txt id_dsa id_ecdsa_sk id_ed25519.txt .netrc _netrc .npmrc .pypirc " +
  ".pgpass pgpass.conf .my.cnf .vault-token .htpasswd .dockercfg .git-credentials credentials credentials.json " +
  "secrets.json secrets.toml secrets.yaml secrets.yml service-account-prod.json prod.tfstate prod.tfstate.backup " +
  "kubeconfig kubeconfig.yaml";
/** Copies by an editor or a person, and hidden files. */
const COPIES = ".env~ #.env# .env.bak~ .netrc~ .npmrc.bak .git-credentials.old server.key~ server.pem.orig " +
  ".credentials.json .id_rsa .prod.env .server.key.swp";
const HARMLESS = ".env.example .env.example~ .gitignore~ main.ts.bak .key.ts keys.md~ #notes.md# ~ package.json";

Deno.test("nothing is sent from directories of tools and credentials, nor a file named like a key, nor a copy of one", () => {
  const denied = [...DIRECTORIES.split(" ").map((dir) => `in/${dir}/a.txt`), ...`${NAMES} ${COPIES}`.split(" ")];
  const harmless = HARMLESS.split(" ");
  using tree = new ConsultTree(Object.fromEntries([...denied, ...harmless].map((path) => [`project/${path}`, "x"])));
  assertEquals(tree.excluded(...denied), denied.map((path) => [path, "consult_denied"]));
  assertEquals(tree.excluded("*.pem", "in/node_modules/*.txt"), [
    ["cert.pem", "consult_denied"],
    ["in/node_modules/*.txt", "consult_denied"],
  ]);
  assertEquals(tree.sent(...harmless), harmless);
  assertEquals(tree.allowed(["*.pem", "in/.aws/*"], "cert.pem", "server.key", "in/.aws/*.txt"), [
    "cert.pem",
    "in/.aws/a.txt",
  ]);
});
