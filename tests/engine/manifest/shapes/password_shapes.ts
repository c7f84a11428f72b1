/**
 * Passwords in files of PostgreSQL, URLs and headers, and passwords with difficult signs.
 * @module
 */
import type { Random } from "../../../seed.ts";
import { ALNUM, chars, DIGITS, key, keyed, LOWER, type Shape, uuid, written } from "./random_secret.ts";

/** A line of PostgreSQL's password file, under any name, and programs that write one. */
const PASSWORD_FILES = [
  "localhost:5432:app:app:§",
  "*:*:*:app:§\n",
  "*:*:*:*:§\n",
  "# host:port:database:user:password\r\ndb.example.org:6432:*:app_user:§\r\n",
  "/var/run/postgresql:5432:app:app:§\n",
  "\\:\\:1:5432:app:app:§\n",
  "stringData:\n  .pgpass: |\n    db:5432:app:app:§\n",
  "echo 'db:5432:*:app:§' > ~/.pgpass",
  'echo "db:5432:*:app:§" >> ~/.pgpass',
  'writeFileSync(path, "db:5432:*:app:§");',
];

/** Passwords that only such a line's form shows. */
const FILED_PASSWORDS: readonly Shape[] = [
  ["of letters", (r: Random) => chars(r, LOWER, 12)],
  ["of 6 characters", (r: Random) => chars(r, ALNUM, 6)],
  ["with escaped signs", (r: Random) => `${chars(r, ALNUM, 4)}\\:${chars(r, ALNUM, 4)}\\\\`],
  ["with other signs", (r: Random) => `${chars(r, ALNUM, 4)}$'{<"@${chars(r, ALNUM, 4)}`],
].map(([name, value]) => ({
  name: `a password file's password ${name}`,
  write: (r: Random) => `localhost:5432:app:app:${typeof value === "string" ? value : value(r)}\n`,
}));

const URLS: readonly Shape[] = [
  "postgres://app:§@db.example.org:5432/app",
  "postgresql://app:§@localhost/app",
  "mysql://root:§@127.0.0.1:3306/app",
  "mongodb+srv://app:§@cluster0.example.org/?w=majority",
  "redis://:§@cache.example.org:6379/0",
  "amqps://app:§@mq.example.org/vhost",
  "https://app:§@example.org/repo.git",
  "https://oauth2:§@example.org/repo.git",
  "https://x-access-token:§@example.org/repo.git",
  "ftp://app:§@example.org",
  "smtp://app%40example.org:§@smtp.example.org:587",
  "jdbc:postgresql://app:§@db/app",
  "git clone https://app:§@example.org/x.git",
  'DATABASE_URL="postgres://app:§@db/app"',
].map((text) => ({ name: text, write: (random: Random) => text.replace("§", () => key(random, 16)) }));

const URL_PASSWORDS: readonly Shape[] = [
  ["%40", (r: Random) => `${key(r, 8)}%40${key(r, 6)}`],
  ["%23 at the beginning", (r: Random) => `%23${key(r, 10)}`],
  ["%2F and %3A", (r: Random) => `${key(r, 6)}%2F${key(r, 4)}%3A7`],
  ["$", (r: Random) => `${key(r, 6)}$${key(r, 6)}`],
  ["$ at the end", (r: Random) => `${key(r, 10)}$`],
  ["$ at the beginning", (r: Random) => `$${chars(r, DIGITS, 3)}${key(r, 10)}`],
  ["!", (r: Random) => `${key(r, 6)}!${key(r, 4)}`],
  ["*", (r: Random) => `${key(r, 6)}*${key(r, 4)}`],
  ["@ as it is", (r: Random) => `${key(r, 6)}@${key(r, 4)}`],
  [": as it is", (r: Random) => `${key(r, 6)}:${key(r, 4)}`],
].map(([name, value]) => ({
  name: `a URL's password with ${name}`,
  write: (r: Random) => `url = postgres://app:${typeof value === "string" ? value : value(r)}@db.example.org/app`,
}));

/** A name and a password as browsers and tools send them. */
function basic(random: Random): string {
  return btoa(`app:${key(random, 12)}`);
}

const HEADERS: readonly Shape[] = [
  ...[
    "Authorization: Bearer §\n",
    'headers = {"Authorization": "Bearer §"}',
    "headers: { Authorization: 'Bearer §' }",
    "headers: { Authorization: `Bearer §` }",
    'curl -H "Authorization: Bearer §" https://example.org',
    "curl -H 'authorization: bearer §' https://example.org",
    'req.Header.Set("Authorization", "Bearer §")',
    'request.addHeader("Authorization", "Bearer §");',
    "Authorization: token §\n",
    'const auth = "Bearer §";',
    "Proxy-Authorization: Bearer §\n",
    "> Authorization: Bearer §\n",
    "X-Auth-Token: §\n",
    "Private-Token: §\n",
    "Cookie: session=1; access_token=§\n",
  ].map(keyed),
  ...[
    "Authorization: Basic §\n",
    'headers = {"Authorization": "Basic §"}',
    'curl -H "Authorization: Basic §" https://example.org',
    'req.Header.Set("Authorization", "Basic §")',
    "const auth = 'Basic §';",
  ].map((text) => ({ name: text, write: (random: Random) => text.replace("§", () => basic(random)) })),
  { name: "curl -u", write: (random) => `curl -u app:${key(random, 14)} https://example.org` },
  { name: "curl --user", write: (random) => `curl --user 'app:${key(random, 14)}' https://example.org` },
];

/** Values that need care: signs that mean something in templates. */
const HARD_VALUES: readonly Shape[] = [
  ["$ within", (r: Random) => `${key(r, 8)}$${chars(r, ALNUM, 6)}`],
  ["{ within", (r: Random) => `${key(r, 8)}{${chars(r, ALNUM, 6)}`],
  ["< within", (r: Random) => `${key(r, 8)}<${chars(r, ALNUM, 6)}`],
  ["& within", (r: Random) => `${key(r, 8)}&${chars(r, ALNUM, 6)}`],
  ["@ within", (r: Random) => `${key(r, 8)}@${chars(r, ALNUM, 6)}`],
  ["a comma within", (r: Random) => `${key(r, 8)},${chars(r, ALNUM, 6)}`],
  ["a bracket within", (r: Random) => `${key(r, 8)})${chars(r, ALNUM, 6)}`],
  ["an escaped quote within", (r: Random) => `${key(r, 8)}\\"${chars(r, ALNUM, 6)}`],
  ["an escaped backslash within", (r: Random) => `${key(r, 8)}\\\\${chars(r, ALNUM, 6)}`],
  ["the other quote within", (r: Random) => `${key(r, 8)}'${chars(r, ALNUM, 6)}`],
  ["12 characters", (r: Random) => key(r, 12)],
  ["a UUID", uuid],
].map(([name, value]) => ({
  name: `password = "…" with ${name}`,
  write: (r: Random) => `password = "${typeof value === "string" ? value : value(r)}"`,
}));

/** Passwords where only they can be. */
export const PASSWORD_SHAPES: readonly Shape[] = [
  ...PASSWORD_FILES.map(written),
  ...FILED_PASSWORDS,
  ...URLS,
  ...URL_PASSWORDS,
  ...HEADERS,
  ...HARD_VALUES,
];
