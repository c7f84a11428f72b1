import { assertEquals } from "@std/assert";
import { ConsultTree } from "./consult_tree.ts";

Deno.test("denied files are excluded and listed, whether named or matched", () => {
  using tree = new ConsultTree({
    "project/node_modules/m/index.js": "m",
    "project/.git/config.ini": "c",
    "project/src/__pycache__/a.py": "a",
    "project/.aws/config.ini": "c",
    "project/server.pem": "p",
    "project/kubeconfig": "p",
    "project/prod.tfstate": "{}",
    "project/ID_RSA.txt": "k",
    "project/credentials.json": "{}",
    "project/package.json": "{}",
    "project/.env": "K=1",
    "project/.env.local": "K=1",
    "project/.env.example": "K=",
    "project/.hidden.json": "{}",
  });
  assertEquals(tree.excluded("kubeconfig", "*.tfstate").map(([, key]) => key), ["consult_secret", "consult_secret"]);
  assertEquals(tree.excluded("*.json", "*.pem", "*.txt", ".env", ".env.local"), [
    ["credentials.json", "consult_secret"],
    ["server.pem", "consult_secret"],
    ["ID_RSA.txt", "consult_secret"],
    [".env", "consult_secret"],
    [".env.local", "consult_secret"],
  ]);
  assertEquals(tree.sent("*.json", ".env.example", ".hid*.json"), ["package.json", ".env.example", ".hidden.json"]);
  const inside = [
    "node_modules/m/*.js",
    "node_modules/m/index.js",
    ".git/config.ini",
    "src/__pycache__/*.py",
    ".aws/*.ini",
  ];
  assertEquals(tree.excluded(...inside).map(([, key]) => key), [
    ...Array(4).fill("consult_ignored"),
    "consult_secret",
  ]);
  assertEquals(tree.sent(...inside), []);
});

Deno.test("nothing is sent from directories of tools, other people's code and credentials, nor a file named like a key", () => {
  const ignored = [
    ...[".git", ".hg", ".svn", ".jj", "node_modules", "bower_components", "__pycache__", ".venv", "venv", ".tox"],
    ...[".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".gradle", ".terraform", ".idea"],
  ].map((dir) => `in/${dir}/a.txt`);
  const secret = [
    ...[".ssh/config", ".gnupg/a.txt", ".aws/config", ".azure/a.json", ".Kube/config", ".docker/config.json"],
    ...[".env", ".env.production", ".envrc", "prod.env", "cert.pem", "server.key", "a.p12", "a.pfx", "a.jks"],
    ...["a.keystore", "vault.kdbx", "putty.ppk", "http.keytab", "office.ovpn", "id_rsa", "id_dsa", "id_ecdsa_sk"],
    ...[
      "id_ed25519.txt",
      ".netrc",
      "_netrc",
      ".npmrc",
      ".pypirc",
      ".pgpass",
      "pgpass.conf",
      ".my.cnf",
      ".vault-token",
      ".htpasswd",
    ],
    ...[".dockercfg", ".git-credentials", "credentials", "secrets.json", "secrets.toml", "secrets.yaml", "secrets.yml"],
    ...["service-account-prod.json", "prod.tfstate", "prod.tfstate.backup", "kubeconfig.yaml"],
  ].map((path) => `in/${path}`);
  using tree = new ConsultTree(Object.fromEntries([...ignored, ...secret].map((path) => [`project/${path}`, "x"])));
  assertEquals(tree.excluded(...ignored), ignored.map((path) => [path, "consult_ignored"]));
  assertEquals(tree.excluded(...secret), secret.map((path) => [path, "consult_secret"]));
});

Deno.test("a hidden file, and a copy by an editor or a person, is judged by its name without the dot and the mark", () => {
  const secret = [
    ...[
      ".env~",
      "#.env#",
      ".env.bak~",
      ".netrc~",
      ".npmrc.bak",
      ".git-credentials.old",
      "server.key~",
      "server.pem.orig",
    ],
    ...[".credentials.json", ".id_rsa", ".prod.env", ".server.key.swp", ".envrc", ".vault-token"],
  ];
  const harmless = [".env.example~", ".gitignore~", "main.ts.bak", ".key.ts", "keys.md~", "#notes.md#", "~"];
  using tree = new ConsultTree(Object.fromEntries([...secret, ...harmless].map((name) => [`project/${name}`, "x"])));
  assertEquals(tree.excluded(...secret), secret.map((name) => [name, "consult_secret"]));
  assertEquals(tree.sent(...harmless), harmless);
});
