import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { fromFileUrl } from "@std/path";
import { findSecret } from "../../../src/engine/manifest/sendable_text.ts";
import { entropy } from "../../../src/engine/manifest/value_kinds.ts";
import { reasonWords } from "../../../src/model/messages/reasons.ts";
import { type Random, randomOf, seeded } from "../../seed.ts";
import { SECRET_SHAPES } from "./secret_shapes.ts";

/** Put together here, so that no tool that looks for secrets finds any in this file. */
const KEY = ["-----BEGIN", "PRIVATE KEY-----"];
const JWT = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N"].join(".");

/** Three kinds of characters, nearly as random as can be, as a generator makes them. */
const BLOB = "mF9xQ2vL7pZ4tR8wK1sN6bH3yD5gJ0cA+EuXo";

const SECRETS: readonly (readonly [rule: string, text: string])[] = [
  ["a private key", `${KEY.join(" ")}\nMIIEvQ`],
  ["a private key", `${KEY.join(" RSA ")}\nMIIEvQ`],
  ["a private key", `${KEY.join(" OPENSSH ")}\nb3BlbnNz`],
  ["a private key", `${KEY.join(" ENCRYPTED ")}\r\nMIIEvQ`],
  ["a private key", `{"private_key": "${KEY.join(" ")}\\nMIIEvQ"}`],
  ["a private key", `${KEY[0]} PGP PRIVATE KEY BLOCK-----\n\nlQ`],
  ["a private key", "PuTTY-User-Key-File-3: ssh-ed25519"],
  ["an AWS access key", "aws_access_key_id = AKIA" + "IOSFODNN7EXAMPLE"],
  ...["ASIA", "AGPA", "AIDA", "AROA"].map((kind) => ["an AWS access key", `${kind}IOSFODNN7EXAMPLE`] as const),
  ["a Google API key", "key=AIza" + "SyA-1234567890_abcdefghijklmnopqrst"],
  ["a Google OAuth token", "ya29." + "a0AfB_byC-1234567890"],
  ["an Azure storage key", "DefaultEndpointsProtocol=https;AccountKey=" + "ab12".repeat(22) + "=="],
  ["a GitHub token", "ghp_" + "a1B2".repeat(9)],
  ...["gho_", "ghu_", "ghs_", "ghr_"].map((kind) => ["a GitHub token", kind + "a1B2".repeat(9)] as const),
  ["a GitHub token", "github_pat_" + "11ABCDEFG0123456789_abcdef"],
  ["a GitLab token", "glpat-" + "x1y2z3x1y2z3x1y2z3x1"],
  ["a Slack token", "xoxb-" + "1234567890-abcdef"],
  ["a Slack webhook", "https://hooks.slack.com/" + "services/T0123456/B01/abc"],
  ["a Stripe key", "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"],
  ["a model provider's key", "sk-proj-" + "abcdefghij1234567890KLMN"],
  ["a model provider's key", 'login("hf_' + "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH" + '")'],
  ["an npm token", "//registry/:_authToken=npm_" + "a1B2".repeat(9)],
  ["a PyPI token", "pypi-" + "AgEIcHlwaS5vcmc".repeat(3)],
  ["a JSON web token", `Bearer ${JWT}`],
  ["a password in a URL", "postgres://app:s3cr3tPhrase@db.internal:5432/app"],
  ["a high-entropy secret", 'password = "Tr0ub4dor&3!xyz"'],
  ["a high-entropy secret", "  password: Tr0ub4dor&3!xyz\n"],
  ["a high-entropy secret", "DB_PASSWORD=Xk9!vQ2#mZ7@pL4^ \r\nNEXT=1"],
  ["a high-entropy secret", "SECRET_KEY=8f2a9c1e7b3d5f60a1c4"],
  ["a high-entropy secret", '  "clientSecret": "q7Zk2Lw9Xp4Rt6Vb",'],
  ["a high-entropy secret", "api_key: 'a8f5f167f44f4964e6c998dee827110c'"],
  ["a high-entropy secret", "$config['auth_token'] = '9c1e7b3d5f60a1c48f2a';"],
  ["a high-entropy secret", 'accessKey := "9c1e7b3d5f60a1c48f2a"'],
  ["a high-entropy secret", `blob = "${BLOB}="`],
  ["a high-entropy secret", 'secret = "q7Zk2L/w9Xp4R/t6VbY3"'],
  ["a high-entropy secret", `token = "v1/x/y/${BLOB}"`],
  ["a high-entropy secret", 'password = "hunterZebraQuilt42"'],
];

const HARMLESS = [
  "",
  "const token = process.env.GITHUB_TOKEN_2;",
  "const token = nextToken2;",
  "const token = session2?.accessToken\n",
  "token: &config.second2_token\n",
  "token = first_1*second_2+third_3; next()",
  "const secret = loadSecret(name1, name2);",
  'password: "changeme"',
  'passwordHint = "the name of your first pet"',
  'token = "TOKEN_PLACEHOLDER_VALUE"',
  "max_tokens=4096",
  "tokenizer = tokenizers.cl100k.default_1",
  '"integrity": "sha512-mF9xQ2vL7pZ4tR8wK1sN6bH3yD5gJ0cAEuXoMF9XQ2VL7PZ4TR8WK1SN6BH3YD5GJ0CAEUXO=="',
  "commit = 8f2a9c1e7b3d5f60a1c48f2a9c1e7b3d5f60a1c4",
  `"etag": "${BLOB}"`,
  `lock = "sha256-${BLOB}="`,
  `blob = "${BLOB.slice(0, 31)}"`,
  `icon = "${BLOB.repeat(6)}"`,
  `build = "${BLOB.toLowerCase()}"`,
  `build = "${BLOB.toUpperCase()}"`,
  `chars = "${BLOB.slice(0, 36)}!"`,
  `charset = "${"abcABC012".repeat(5)}"`,
  `file = "mF9xQ2vL7/pZ4tR8wK1/sN6bH3yD5/gJ0cAEuXoI"`,
  'token = "/var/run/Secrets2/kubernetes.io/serviceaccount"',
  'token_url = "https://login2.example.com"',
  'password = "aaaa1111aaaa1111"',
  "account_key: 123456789012345678",
  `=> "${BLOB}="`,
  "token = MAX_TOKENS_4K;",
  "token = anotherUserPassword1;",
  'import x from "../../src/engine/pattern/parse_class_2.ts"',
  "https://user:password@example.com/",
  "https://example.com:8080/@scope/name",
  `if (!text.startsWith("${KEY.join(" ")}")) throw new Error();`,
  "-----BEGIN PUBLIC KEY-----\nMIIBIj",
  "-----BEGIN CERTIFICATE-----\nMIIBIj",
  'alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"',
  'TOKEN_CHARS = "0123456789abcdefghijklmnopqrstuvwxyz"',
  "const auth41 = require('../auth_41.js');",
  "import { OAuth2Client, GetTokenResponse } from './oauth2client';",
  'credentials.push("Ed25519PrivateKey", "AWS4-HMAC-SHA256");',
  "type AuthorizationScopes = StringWithLengthBetween1And64[];",
  'password = "${DB_PASSWORD_2}"',
  'password = "{{ vault_password_2 }}"',
  'password = "<your-password-123>"',
  'api_key = "your_api_key_12345"',
  "Authorization: Bearer ${ACCESS_TOKEN_1}",
  "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
  "curl -u user:password https://example.com",
  "postgres://app:$DB_PASSWORD@db/app",
  "postgres://app:${DB_PASSWORD}@db/app",
  "postgres://app:<password>@db/app",
  `certificate-authority-data: ${btoa("-----BEGIN CERTIFICATE-----\nMIIBIjANBgkq")}`,
  "please pass tests/gdebi-test8.deb to it",
  "crc: 'Crc16Buypass'",
  "12:30:45:00:frame",
  "12:3045:45:00:frames",
  "a:b:c:d:e",
  "arn:aws:iam::123456789012:role/deployer",
  "src/parse.c:1234:error:unused:variable7",
  "src/parse.c:1234:57:error:variable7",
  "root:x:0:0:root:/root:/bin/bash",
  "2001:0db8:85a3:0000:8a2e:0370:7334:abcd",
  "00:1a:2b:3c:4d:5e",
  "hostname:port:database:username:password",
  "localhost:5432:app:app:password",
  "localhost:5432:app:app:${DB_PASSWORD}",
  "localhost:5432:app:app:$DB_PASSWORD",
  "localhost:5432:app:app:{{ db_password }}",
  "localhost:5432:app:app:<password>",
  "localhost:5432:app:app:******",
  "see localhost:5432:app:app:abcdefghi in the log",
  "map localhost:5432:app:app",
  "{ token: [[Reset-the-password-2]] }",
  "local token = [[first line of a help text, 2 of 7]]",
  "if [[ $token == abcdefgh12345678 ]]; then",
  "a very long word: Donaudampfschifffahrtsgesellschaftskapitaen2",
];

/** The secret found, in words. */
function found(text: string): { line: number; rule: string } | undefined {
  const secret = findSecret(text);
  return secret && { line: secret.line, rule: reasonWords(secret.rule, "en") };
}

Deno.test("keys and credentials are recognised by their forms", () => {
  for (const [rule, text] of SECRETS) assertEquals([text, found(text)], [text, { line: 1, rule }]);
});

Deno.test("secrets are found in every notation, and in every vendor's form", () => {
  assert(SECRET_SHAPES.length >= 293, `${SECRET_SHAPES.length}`);
  for (const { name, write } of SECRET_SHAPES) {
    for (let seed = 1; seed <= 20; seed++) {
      const text = write(randomOf(seed));
      assertEquals([name, text, findSecret(text) !== undefined], [name, text, true]);
    }
  }
});

Deno.test("this program's own files have none", () => {
  const root = fromFileUrl(new URL("../../..", import.meta.url));
  for (const dir of ["src", "lint", "packaging", "docs"]) {
    for (const { path } of walkSync(`${root}${dir}`, { includeDirs: false })) {
      assertEquals([path, findSecret(Deno.readTextFileSync(path))], [path, undefined]);
    }
  }
});

Deno.test("Base64 of a JSON object is as secret as the object", () => {
  const link = (object: unknown) => `[Add](https://example.com/install?name=x&config=${btoa(JSON.stringify(object))})`;
  const server = { command: "npx", args: ["-y", "@example/server", "--root", "${workspaceFolder}"] };
  assertEquals(findSecret(link(server)), undefined);
  const rule = "a high-entropy secret";
  assertEquals(found(link({ ...server, env: { API_KEY: "q8Zr4TnW1xKc7VbY2mLp" } })), { line: 1, rule });
  assertEquals(found(link({ ...server, note: "ghp_" + "a1B2c3".repeat(6) })), { line: 1, rule });
  assertEquals(found(`config=${btoa('{"' + "no JSON, 0123456789, ZYXWVUTSRQ")}`), { line: 1, rule });
});

Deno.test("code, prose, hashes and references are none", () => {
  for (const text of HARMLESS) assertEquals([text, findSecret(text)], [text, undefined]);
});

Deno.test("a JSON web token and a model provider's key are found wherever their plain patterns find them", () => {
  const random = seeded("tokens among what is like them");
  const pieces = ["eyJ", ".eyJ", "sk-", "-", ".", " ", "_", "7", "a".repeat(9), "b".repeat(10), "c".repeat(60)];
  const plain = /\beyJ[\w-]{10,400}\.eyJ[\w-]{10,4000}\.[\w-]{10}|\bsk-(?=[\w-]{0,64}\d)[\w-]{24}/;
  for (let i = 0; i < 5000; i++) {
    const text = Array.from({ length: random.int(20) }, () => random.pick(pieces)).join("");
    assertEquals([text, findSecret(text) !== undefined], [text, plain.test(text)]);
  }
  for (const length of [9, 10, 400, 401]) {
    const text = `-eyJ${"-".repeat(length)}.eyJ${"a".repeat(10)}.${"b".repeat(10)}`;
    assertEquals([length, findSecret(text) !== undefined], [length, plain.test(text)]);
  }
});

Deno.test("the first secret is named by its line, wherever it is", () => {
  const random = seeded("a secret among harmless lines");
  for (let i = 0; i < 300; i++) {
    const before = Array.from({ length: random.int(40) }, () => random.pick(HARMLESS));
    const [rule, secret] = random.pick(SECRETS);
    const after = Array.from({ length: random.int(10) }, () => random.pick([...HARMLESS, secret]));
    const text = [...before, secret, ...after].join("\n");
    const line = before.join("\n").split("\n").length + (before.length > 0 ? 1 : 0);
    assertEquals(found(text), { line, rule });
  }
});

Deno.test("the first of several secrets is named, by whatever rule each is found", () => {
  const github = "ghp_" + "a1B2".repeat(9),
    aws = "AKIA" + "IOSFODNN7EXAMPLE",
    password = 'password = "Tr0ub4dor&3!xyz"';
  assertEquals(found(`\n${github}\n${aws}`), { line: 2, rule: "a GitHub token" });
  assertEquals(found(`\n${aws}\n${github}`), { line: 2, rule: "an AWS access key" });
  assertEquals(found(`\n${password}\n${github}`), { line: 2, rule: "a high-entropy secret" });
  assertEquals(found(`\n${github}\n${password}`), { line: 2, rule: "a GitHub token" });
});

Deno.test("a random value under a secret's name is found, in every notation", () => {
  const random = seeded("random secrets");
  const names = [
    "password",
    "DB_PASSWORD",
    "clientSecret",
    "api-key",
    "apiKey",
    "auth_token",
    "accessKey",
    "x.y.token",
  ];
  const ways = [
    (name: string, value: string) => `${name} = "${value}"`,
    (name: string, value: string) => `  "${name}": "${value}",`,
    (name: string, value: string) => `${name}=${value}`,
    (name: string, value: string) => `- ${name}: ${value}`,
    (name: string, value: string) => `${name} := '${value}'`,
    (name: string, value: string) => `'${name}' => '${value}',`,
  ];
  for (let i = 0; i < 500; i++) {
    const text = random.pick(ways)(random.pick(names), randomKey(random));
    assertEquals([text, found(text)?.rule], [text, "a high-entropy secret"]);
  }
});

/** Letters and digits, as key generators make them; with a few of each, as nearly all have. */
function randomKey(random: Random): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const body = Array.from({ length: 20 + random.int(40) }, () => random.pick([...alphabet])).join("");
  return `${random.int(10)}${body}${random.int(10)}z`;
}

Deno.test("entropy is Shannon's", () => {
  assertEquals([
    entropy(""),
    entropy("aaaa"),
    entropy("ab"),
    entropy("abcd"),
    entropy("aabb"),
  ], [0, 0, 1, 2, 1]);
});
