/**
 * Made-up secrets, each in another shape: a notation, or the form of a vendor's keys. Values are made when they are
 * needed, so that no file of this repository has anything in it that looks like a secret.
 * @module
 */
import type { Random } from "../../seed.ts";

/** One way in which a secret can be written in a file. */
export interface Shape {
  readonly name: string;
  /** Writes a file's text with the secret in it. */
  readonly write: (random: Random) => string;
}

const LOWER = "abcdefghijklmnopqrstuvwxyz", UPPER = LOWER.toUpperCase(), DIGITS = "0123456789";
const ALNUM = LOWER + UPPER + DIGITS, HEX = DIGITS + "abcdef", BASE64 = ALNUM + "+/", URL64 = ALNUM + "-_";

function chars(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.int(alphabet.length)]).join("");
}

/** Lower case, upper case and digits, as generators make them. */
function key(random: Random, length = 28): string {
  return `k${chars(random, ALNUM, length - 3)}7Q`;
}

function hex(random: Random, length = 32): string {
  return `a4${chars(random, HEX, length - 2)}`;
}

function base64(random: Random, length = 43): string {
  return `${key(random, 12)}${chars(random, BASE64, length - 12)}=`;
}

/** As people make them, with the signs that forms ask for. */
function password(random: Random): string {
  return `${chars(random, ALNUM, 6)}${random.pick(["!", "#", "^", "*", "!?"])}${chars(random, ALNUM, 5)}4z`;
}

const VALUES = [key, hex, base64, password];

/** A secret in `text` in the place of `§`, one of every kind in turn. */
function written(text: string, i: number): Shape {
  const value = VALUES[i % VALUES.length];
  return { name: text, write: (random) => text.replace("§", () => value(random)) };
}

/** As `written`, where only keys are possible: a password's signs would mean something else. */
function keyed(text: string, i: number): Shape {
  const value = VALUES[i % 3];
  return { name: text, write: (random) => text.replace("§", () => value(random)) };
}

/** Plain assignments of many languages and files. */
const ASSIGNMENTS = [
  'password = "§"',
  "password = '§'",
  "const password = `§`;",
  "password: §\n",
  "PASSWORD=§\n",
  "export DB_PASSWORD=§\n",
  'set DB_PASSWORD="§"',
  '$password = "§";',
  '"password": "§",',
  "'password' => '§',",
  'password := "§"',
  "config['password'] = '§'",
  'config["db"]["password"] = "§"',
  "config.db.password = '§'",
  "this.password = '§';",
  "self.password = '§'",
  "@password = '§'",
  '  password: "§"\n',
  "  - password: '§'\n",
  "{password: '§'}",
  'password="§",',
  "db.password=§\n",
  "spring.datasource.password=§\n",
  "<password>§</password>",
  '<user name="app" password="§"/>',
  '<property name="password" value="§"/>',
  '<entry key="db.password">§</entry>',
  '<add key="ApiKey" value="§" />',
  "password: str = os.environ.get('PW') or '§'",
  'if password == "§":',
  'if (password === "§") {',
  'assert token != "§"',
  'password   =   "§"',
  'client_secret\t=\t"§"',
  "//registry.example.org/:_password=§\n",
  "_auth = §\n",
  "requirepass §\n",
  "machine example.org login app password §\n",
  "ALTER USER app WITH PASSWORD '§';",
  "CREATE USER 'app'@'localhost' IDENTIFIED BY '§';",
  "curl --password § https://example.org",
  "mysql --user=app --password=§ app",
  'tool --api-key "§"',
  "tool --token § run",
  "ENV API_TOKEN §\n",
  "ARG NPM_TOKEN=§\n",
  "set -x API_TOKEN §\n",
  "setx API_TOKEN §\n",
  '$env:API_TOKEN = "§"',
  'SetEnv API_TOKEN "§"',
  'variable "db_password" {\n  default = "§"\n}',
  'resource "x" "y" {\n  password = "§"\n}',
  '(setq api-token "§")',
  '(def api-token "§")',
  ':api_token, "§"',
  "api_token: '§'.freeze",
  'config :app, secret_key_base: "§"',
  "https://example.org/v1?api_key=§&x=1",
  "url = 'https://example.org/cb?access_token=§'",
  "password=§;user=app",
];

/** Declarations with a type between name and value, and strings with a prefix. */
const TYPED = [
  'const apiKey: string = "§";',
  'private readonly apiKey: string = "§";',
  'static apiKey?: string = "§";',
  'let apiKey: string | undefined = "§";',
  'var apiKey: any = "§"',
  'apiKey: string = "§",',
  'API_KEY: str = "§"',
  'API_KEY: Final[str] = "§"',
  'API_KEY: Optional[str] = "§"',
  'api_key: bytes = b"§"',
  'API_KEY: typing.ClassVar[str] = "§"',
  'def connect(api_key: str = "§"):',
  'const API_KEY: &str = "§";',
  'static API_KEY: &\'static str = "§";',
  'let api_key: String = String::from("§");',
  'let api_key = "§".to_string();',
  'pub const API_KEY: [u8; 32] = *b"§";',
  'var apiKey string = "§"',
  'const apiKey string = "§"',
  'apiKey := []byte("§")',
  'var apiKey = []byte("§")',
  'val apiKey: String = "§"',
  'const val API_KEY: String = "§"',
  'private val apiKey: String? = "§"',
  'let apiKey: String = "§"',
  'static let apiKey: String? = "§"',
  'NSString *apiKey = @"§";',
  'static NSString * const kApiKey = @"§";',
  'char *api_key = "§";',
  'const char *api_key = "§";',
  'const char api_key[] = "§";',
  'static const char api_key[64] = "§";',
  '#define API_KEY "§"',
  '#define API_KEY L"§"',
  'std::string api_key = "§";',
  'std::string api_key{"§"};',
  'std::string api_key("§");',
  'const std::string_view apiKey = "§"sv;',
  'private static final String API_KEY = "§";',
  'String apiKey = "§";',
  'final String apiKey = "§";',
  'public string ApiKey { get; set; } = "§";',
  'private const string ApiKey = @"§";',
  'public const string ApiKey = "§";',
  'Private Const ApiKey As String = "§"',
  'Dim apiKey As String = "§"',
  'api_key = b"§"',
  "api_key = b'§'",
  'api_key = r"§"',
  'api_key = f"§"',
  'api_key = u"§"',
  'api_key = rb"§"',
  'api_key = br"§"',
  'api_key = L"§";',
  'api_key = u8"§";',
  'api_key = R"(§)";',
  'api_key = @"§";',
  'api_key = $"§";',
  'api_key = """§"""',
  "api_key = '''§'''",
  'api_key = r#"§"#;',
  "api_key = q{§};",
  "api_key = %q(§)",
  'api_key = SecretStr("§")',
  'api_key = Secret.of("§")',
  'apiKey: new Secret("§"),',
  'api_key = base64.b64decode("§")',
  'const apiKey = Buffer.from("§", "hex");',
  'setApiKey("§")',
  '.withApiKey("§")',
  '.password("§")',
  'client.set_token("§")',
  'new Client({ token: "§" })',
  'Client(token="§")',
  "type Config = { apiKey: '§' }",
  'String name() { return "x"; } String api_key = "§";',
];

/** Strings between marks of several signs, and here-documents. */
const LONG_STRINGS = [
  "local api_key = [[§]]",
  "local api_key = [==[§]==]",
  "local api_key <const> = [[§]]",
  "local api_key = [[\n§]]",
  "local api_key = [=[\n§\n]=]",
  "return { api_key = [[§]], user = 1 }",
  'M["api_key"]=[[§]]',
  "client:set_token([[§]])",
  "client:set_token[[§]]",
  "let api_key = {|§|}",
  "let api_key = {x|§|x}",
  "ALTER USER app PASSWORD $$§$$;",
  "api_key := $x$§$x$;",
  "api_key = ''§'';",
  "$api_key = <<<TEXT\n§\nTEXT;",
  "api_key = <<~TEXT\n  §\nTEXT\n",
  "api_key = <<-'TEXT'\n  §\nTEXT\n",
  '$api_key = @"\n§\n"@',
  "api_key = ~s(§)",
  "api_key = %w[§]",
  "set api_key {§}",
  'api_key <- "§"',
];

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

/** Default values, and pairs of a name and a value. */
const FALLBACKS = [
  'const key = process.env.API_KEY || "§";',
  'const key = process.env.API_KEY ?? "§";',
  "const key = process.env['API_KEY'] || '§';",
  'const apiKey = env.KEY || "§";',
  'const { apiKey = "§" } = options;',
  'key = os.getenv("API_KEY", "§")',
  "key = os.environ.get('API_KEY', '§')",
  'key = os.environ.get("API_KEY") or "§"',
  'key = os.environ.setdefault("API_KEY", "§")',
  'key = getenv("API_KEY") ?: "§";',
  "'key' => env('API_KEY', '§'),",
  'key = ENV["API_KEY"] || "§"',
  'key = ENV.fetch("API_KEY", "§")',
  "key = ENV.fetch('API_KEY') { '§' }",
  'config("API_KEY", default="§")',
  'System.getProperty("api.key", "§")',
  'System.getenv().getOrDefault("API_KEY", "§")',
  'System.getenv("API_KEY") ?: "§"',
  'viper.SetDefault("api_key", "§")',
  'flag.String("api-key", "§", "the key")',
  'parser.add_argument("--api-key", default="§")',
  'Environment.GetEnvironmentVariable("API_KEY") ?? "§"',
  'env::var("API_KEY").unwrap_or("§".into())',
  'env::var("API_KEY").unwrap_or_else(|_| "§".to_string())',
  "key=${API_KEY:-§}\n",
  'key="${API_KEY:-§}"',
  "api.key=${API_KEY:§}\n",
  "- name: DB_PASSWORD\n  value: §\n",
  '- name: DB_PASSWORD\n  value: "§"\n',
  "    - name: \"DB_PASSWORD\"\n      value: '§'\n",
  '{"name": "DB_PASSWORD", "value": "§"}',
  '{\n  "name": "DB_PASSWORD",\n  "value": "§"\n}',
  '{ name = "DB_PASSWORD", value = "§" }',
  '{"value": "§", "name": "DB_PASSWORD"}',
  '{"key": "DB_PASSWORD", "value": "§"}',
  '{"Name": "DB_PASSWORD", "Value": "§"}',
  '{"ParameterKey": "DbPassword", "ParameterValue": "§"}',
  "ParameterKey=DbPassword,ParameterValue=§\n",
  "- Name: DB_PASSWORD\n  Value: §\n",
  "DbPassword:\n  Type: String\n  Default: §\n",
  'headers.set("X-Api-Key", "§")',
  'request.setHeader("X-Api-Key", "§");',
  'map.put("password", "§");',
  '("password", "§"),',
  '["api_token", "§"]',
  'options.Add("ApiKey", "§");',
  "kubectl create secret generic x --from-literal=password=§\n",
  'monkeypatch.setenv("API_KEY", "§")',
];

/** Assignments within a quoted value. */
const INNER = [
  'x = "Endpoint=sb://x.example.org/;SharedAccessKeyName=Root;SharedAccessKey=§"',
  'x = "HostName=x.example.org;DeviceId=d;SharedAccessKey=§"',
  'x = "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=§;EndpointSuffix=example.org"',
  'x = "Server=db;Database=app;User Id=sa;Password=§;"',
  'x = "Server=db;Uid=app;Pwd=§"',
  '"ConnectionString": "Data Source=db;Password=§;Encrypt=true"',
  '<add name="Db" connectionString="Server=db;Password=§;User=sa" />',
  'x = "host=db user=app password=§ dbname=app"',
  'x = "user=app;password=§"',
  'run("login --token=§")',
  'run("tool", "--token=§")',
  'headers = ["X-Api-Key: §"]',
  'curl -H "X-Api-Key: §" https://example.org',
  'cmd: "API_TOKEN=§ ./run"',
  "args: ['--password=§']",
  'body = "grant_type=client_credentials&client_secret=§"',
  'body = \'{"password": "§"}\'',
  'body = "{\\"password\\": \\"§\\"}"',
  'JAVA_OPTS="-Ddb.password=§"',
  'AMQP = "amqp;password=§;host=x"',
];

/** On more than one line, in lists, encoded, in rarer languages. */
const HARDER = [
  "password: >-\n  §\n",
  "password: |\n  §\n",
  'password:\n  "§"\n',
  'password =\n    "§"\n',
  'password = (\n    "§"\n)',
  "const apiKey =\n  '§';",
  'apiKey:\n    "§",',
  'password = """\n§\n"""',
  "<password><![CDATA[§]]></password>",
  "<password>\n  §\n</password>",
  '"passwords": ["§"]',
  "tokens:\n  - §\n",
  "tokens = ['§']",
  "TOKENS = {'app': '§'}",
  '<input type="hidden" name="api_key" value="§">',
  "define('DB_PASSWORD', '§');",
  "password '§'",
  "API_TOKEN ?= §\n",
  "API_TOKEN := §\n",
  "password : §\n",
  'Environment="API_TOKEN=§"',
  "ENV A=1 API_TOKEN=§\n",
  "PrivateKey = §\n",
  "aws_secret_access_key = §\n",
  "# password: §\n",
  "// token = §\n",
  "/* password = '§' */",
  "| password | § |\n",
  "* **Password**: §\n",
  "* Password: `§`\n",
  "2024-01-01 INFO login password=§ ok\n",
  "curl -d 'user=app&password=§' https://example.org",
  "x = '%7B%22password%22%3A%22§%22%7D'",
  "location = '/login?password%3D§'",
  "let password=`§`,x=1",
  "passwort = '§'",
  'senha = "§"',
  'contraseña = "§"',
  'mot_de_passe: "§"',
  "パスワード: §\n",
  'client.auth("app", password="§")',
  'auth=("app", "§")',
  'HTTPBasicAuth("app", "§")',
  'connect(host, user, passwd="§", db=x)',
  'new SqlCredential("app", "§")',
  "password=§&user=app",
  "export API_TOKEN='§' # of the build\n",
  "API_TOKEN=§ ./deploy.sh\n",
  "PGPASSWORD=§ psql -h db",
  "gpg --passphrase '§' --decrypt x",
  "openssl enc -pass pass:§ -in x",
  "secret: !Sub '§'",
  'Password = "§" ;',
  "$cfg['Servers'][$i]['password'] = '§';",
  "user.password := '§';",
  "<Secret>§</Secret>",
];

/** Names that mean a secret. */
const NAMES = [
  "DB_PASS",
  "SMTP_PASS",
  "pass",
  "dbPass",
  "userpass",
  "PGPASSWORD",
  "MYSQL_PWD",
  "dbPwd",
  "pwd",
  "passwd",
  "passphrase",
  "passcode",
  "PSK",
  "wpa_psk",
  "secret",
  "clientSecret",
  "SECRET_KEY_BASE",
  "token",
  "accessToken",
  "refresh_token",
  "bot_token",
  "AUTH_TOKEN",
  "apikey",
  "api-key",
  "APIKEY",
  "x-api-key",
  "privateKey",
  "access_key",
  "encryption_key",
  "signing_key",
  "masterKey",
  "APP_KEY",
  "license_key",
  "subscription-key",
  "session_key",
  "webhook_key",
  "hmac_key",
  "client_key",
  "service_key",
  "storageKey",
  "credential",
  "credentials",
  "authorization",
  "client_auth",
  "_authToken",
  "cookie_secret",
  "jwt_secret",
  "otp_secret",
];

/** How a name and its value are written in different files. */
const FILES = ['NAME = "§"', "NAME=§\n", "NAME: §\n", '"NAME": "§",'];

const VENDORS: readonly (readonly [vendor: string, write: (random: Random) => string])[] = [
  ["AWS", (r) => `AKIA${chars(r, UPPER + "234567", 16)}`],
  ["Google API", (r) => `AIza${chars(r, URL64, 35)}`],
  ["Google OAuth client", (r) => `GOCSPX-${chars(r, URL64, 28)}`],
  ["Google access token", (r) => `ya29.a0${chars(r, URL64, 120)}`],
  ["GitHub classic", (r) => `ghp_${chars(r, ALNUM, 36)}`],
  ["GitHub fine-grained", (r) => `github_pat_${chars(r, ALNUM, 22)}_${chars(r, ALNUM, 59)}`],
  ["GitLab personal", (r) => `glpat-${chars(r, URL64, 20)}`],
  ["GitLab runner", (r) => `glrt-${chars(r, URL64, 20)}`],
  ["GitLab deploy", (r) => `gldt-${chars(r, URL64, 20)}`],
  ["GitLab pipeline trigger", (r) => `glptt-${hex(r, 40)}`],
  ["Bitbucket", (r) => `ATBB${chars(r, ALNUM, 32)}`],
  ["Atlassian", (r) => `ATATT3xFfGF0${chars(r, URL64, 170)}=${chars(r, HEX.toUpperCase(), 8)}`],
  ["Slack bot", (r) => `xoxb-${chars(r, DIGITS, 12)}-${chars(r, DIGITS, 12)}-${chars(r, ALNUM, 24)}`],
  ["Slack app", (r) => `xapp-1-A${chars(r, UPPER + DIGITS, 10)}-${chars(r, DIGITS, 13)}-${hex(r, 64)}`],
  ["Slack refresh", (r) => `xoxe.xoxp-1-${chars(r, ALNUM, 146)}`],
  [
    "Slack webhook",
    (r) => `https://hooks.slack.com/services/T${chars(r, UPPER, 8)}/B${chars(r, UPPER, 8)}/${key(r, 24)}`,
  ],
  ["Discord webhook", (r) => `https://discord.com/api/webhooks/${chars(r, DIGITS, 18)}/${chars(r, URL64, 68)}`],
  ["Discord bot", (r) => `M${chars(r, ALNUM, 25)}.${chars(r, ALNUM, 6)}.${chars(r, URL64, 38)}`],
  ["Telegram bot", (r) => `${1 + r.int(9)}${chars(r, DIGITS, 9)}:AA${chars(r, URL64, 33)}`],
  [
    "Teams webhook",
    (r) => `https://acme.webhook.office.com/webhookb2/${uuid(r)}@${uuid(r)}/IncomingWebhook/${hex(r)}/${uuid(r)}`,
  ],
  ["SendGrid", (r) => `SG.${chars(r, URL64, 22)}.${chars(r, URL64, 43)}`],
  ["Mailgun", (r) => `key-${hex(r)}`],
  ["Mailchimp", (r) => `${hex(r)}-us${1 + r.int(20)}`],
  ["Brevo", (r) => `xkeysib-${hex(r, 64)}-${chars(r, ALNUM, 16)}`],
  ["Twilio", (r) => `SK${chars(r, HEX, 32)}`],
  ["Stripe secret", (r) => `sk_live_${chars(r, ALNUM, 24)}`],
  ["Stripe restricted", (r) => `rk_live_${chars(r, ALNUM, 24)}`],
  ["Stripe webhook", (r) => `whsec_${chars(r, ALNUM, 32)}`],
  ["Square access", (r) => `sq0atp-${chars(r, URL64, 22)}`],
  ["Square secret", (r) => `sq0csp-${chars(r, URL64, 43)}`],
  ["Braintree", (r) => `access_token$production$${chars(r, LOWER + DIGITS, 16)}$${hex(r)}`],
  ["Razorpay", (r) => `rzp_live_${chars(r, ALNUM, 14)}`],
  ["Shopify admin", (r) => `shpat_${hex(r)}`],
  ["Shopify shared", (r) => `shpss_${hex(r)}`],
  ["Shopify custom", (r) => `shpca_${hex(r)}`],
  ["Shopify private", (r) => `shppa_${hex(r)}`],
  ["DigitalOcean personal", (r) => `dop_v1_${hex(r, 64)}`],
  ["DigitalOcean OAuth", (r) => `doo_v1_${hex(r, 64)}`],
  ["DigitalOcean refresh", (r) => `dor_v1_${hex(r, 64)}`],
  ["Vault service", (r) => `hvs.${chars(r, URL64, 90)}`],
  ["Vault batch", (r) => `hvb.${chars(r, URL64, 138)}`],
  ["Terraform Cloud", (r) => `${key(r, 14)}.atlasv1.${chars(r, URL64, 67)}`],
  ["age", (r) => `AGE-SECRET-KEY-1${chars(r, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)}`],
  ["npm", (r) => `npm_${chars(r, ALNUM, 36)}`],
  ["PyPI", (r) => `pypi-AgEIcHlwaS5vcmc${chars(r, URL64, 150)}`],
  ["RubyGems", (r) => `rubygems_${hex(r, 48)}`],
  ["NuGet", (r) => `oy2${chars(r, LOWER + DIGITS, 43)}`],
  ["Docker Hub", (r) => `dckr_pat_${chars(r, URL64, 27)}`],
  ["OpenAI", (r) => `sk-proj-${chars(r, ALNUM, 20)}7T3BlbkFJ${chars(r, ALNUM, 20)}`],
  ["Anthropic", (r) => `sk-ant-api03-${chars(r, URL64, 93)}AA`],
  ["Hugging Face", (r) => `hf_${chars(r, LOWER + UPPER, 34)}`],
  ["Groq", (r) => `gsk_${chars(r, ALNUM, 52)}`],
  ["Perplexity", (r) => `pplx-${chars(r, ALNUM, 48)}`],
  ["xAI", (r) => `xai-${chars(r, ALNUM, 80)}`],
  ["Replicate", (r) => `r8_${chars(r, ALNUM, 37)}`],
  ["Databricks", (r) => `dapi${hex(r)}`],
  ["Linear", (r) => `lin_api_${chars(r, ALNUM, 40)}`],
  ["Notion", (r) => `ntn_${chars(r, DIGITS, 11)}${chars(r, ALNUM, 35)}`],
  ["Airtable", (r) => `pat${chars(r, ALNUM, 14)}.${hex(r, 64)}`],
  ["Figma", (r) => `figd_${chars(r, URL64, 40)}`],
  ["Postman", (r) => `PMAK-${hex(r, 24)}-${hex(r, 34)}`],
  ["Doppler", (r) => `dp.pt.${chars(r, ALNUM, 43)}`],
  ["1Password", (r) => `ops_eyJ${chars(r, URL64, 250)}`],
  ["Grafana service", (r) => `glsa_${chars(r, ALNUM, 32)}_${hex(r, 8)}`],
  ["Grafana cloud", (r) => `glc_eyJ${chars(r, ALNUM, 80)}`],
  ["New Relic", (r) => `NRAK-${chars(r, UPPER + DIGITS, 27)}`],
  ["Sentry", (r) => `sntrys_eyJ${chars(r, BASE64, 100)}`],
  ["Dynatrace", (r) => `dt0c01.${chars(r, UPPER + DIGITS, 24)}.${chars(r, UPPER + DIGITS, 64)}`],
  ["PlanetScale", (r) => `pscale_tkn_${chars(r, URL64, 43)}`],
  ["Supabase", (r) => `sbp_${hex(r, 40)}`],
  ["Netlify", (r) => `nfp_${chars(r, ALNUM, 36)}`],
  ["Heroku", (r) => `HRKU-AA${chars(r, URL64, 58)}`],
  ["Fly", (r) => `fm2_lJPE${chars(r, BASE64, 120)}`],
  ["Pulumi", (r) => `pul-${hex(r, 40)}`],
  ["Tailscale", (r) => `tskey-auth-k${chars(r, ALNUM, 10)}CNTRL-${chars(r, ALNUM, 32)}`],
  ["HubSpot", (r) => `pat-na1-${uuid(r)}`],
  ["Buildkite", (r) => `bkua_${hex(r, 40)}`],
  ["CircleCI", (r) => `CCIPAT_${chars(r, ALNUM, 22)}_${hex(r, 40)}`],
  ["SonarQube", (r) => `sqp_${hex(r, 40)}`],
  ["Artifactory", (r) => `AKCp${chars(r, ALNUM, 69)}`],
  ["Contentful", (r) => `CFPAT-${chars(r, URL64, 43)}`],
  ["Typeform", (r) => `tfp_${chars(r, URL64, 40)}_${chars(r, ALNUM, 13)}`],
  ["Adafruit", (r) => `aio_${chars(r, ALNUM, 28)}`],
  ["Alibaba", (r) => `LTAI5t${chars(r, ALNUM, 18)}`],
  ["Flutterwave", (r) => `FLWSECK-${hex(r)}-X`],
  ["OpenShift", (r) => `sha256~${chars(r, URL64, 43)}`],
  ["Mapbox", (r) => `sk.eyJ${chars(r, ALNUM, 60)}.${chars(r, URL64, 22)}`],
  ["Azure client", (r) => `${chars(r, ALNUM, 3)}8Q~${chars(r, ALNUM, 34)}`],
  ["Azure SAS", (r) => `https://x.blob.core.windows.net/c?sv=2022&sig=${encodeURIComponent(base64(r))}`],
  ["JSON web token", (r) => `eyJ${chars(r, ALNUM, 33)}.eyJ${chars(r, ALNUM, 60)}.${chars(r, URL64, 43)}`],
];

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => chars(random, HEX, length)).join("-");
}

/** Where a vendor's bare form can be. */
const BARE = (value: string, i: number): string =>
  [`call("${value}")`, `${value}\n`, `see ${value}, then`, `[${value}]`, `(${value})`][i % 5];

const HEAD = ["-----BEGIN", "PRIVATE KEY-----"], TAIL = ["-----END", "PRIVATE KEY-----"];

function pem(random: Random, kind: string, newline: string): string {
  const lines = Array.from({ length: 6 }, () => chars(random, BASE64, 64));
  return [HEAD.join(kind), `MIIE${lines[0].slice(4)}`, ...lines.slice(1), TAIL.join(kind)].join(newline);
}

const PEMS: readonly Shape[] = [
  ...[" ", " RSA ", " EC ", " DSA ", " OPENSSH ", " ENCRYPTED "].map((kind) => ({
    name: `PEM${kind}`,
    write: (r: Random) => pem(r, kind, "\n"),
  })),
  { name: "PEM, CR LF", write: (r) => pem(r, " ", "\r\n") },
  { name: "PEM in JSON", write: (r) => `{"private_key": "${pem(r, " ", "\\n")}"}` },
  { name: "PEM in JSON in JSON", write: (r) => `{"x": "{\\"k\\": \\"${pem(r, " ", "\\\\n")}\\"}"}` },
  { name: "PEM, indented in YAML", write: (r) => `key: |\n  ${pem(r, " ", "\n  ")}` },
  { name: "PEM in a comment", write: (r) => `# ${pem(r, " ", "\n# ")}` },
  { name: "PEM, quoted line by line with +", write: (r) => `"${pem(r, " RSA ", '\\n" +\n  "')}"` },
  { name: "PEM, quoted line by line with + after it", write: (r) => `"${pem(r, " RSA ", '\\n"\n  + "')}"` },
  { name: "PEM, adjacent literals", write: (r) => `"${pem(r, " EC ", '\\n"\n  "')}"` },
  { name: "PEM, adjacent literals without breaks", write: (r) => `"${pem(r, " EC ", '"\n  "')}"` },
  { name: "PEM in a list of lines", write: (r) => `['${pem(r, " ", "',\n  '")}'].join("\\n")` },
  { name: "PEM with .", write: (r) => `'${pem(r, " ", "' . \"\\n\" .\n  '")}'` },
  { name: "PEM with &", write: (r) => `"${pem(r, " ", '" & vbLf & _\n  "')}"` },
  { name: "PEM with backslashes at line ends", write: (r) => `"${pem(r, " ", "\\n\\\n")}"` },
  { name: "PEM on one line", write: (r) => pem(r, " ", " ") },
  { name: "PEM without breaks", write: (r) => pem(r, " ", "") },
  { name: "PEM with <br>", write: (r) => pem(r, " ", "<br>") },
  {
    name: "PEM with a header",
    write: (r) => pem(r, " RSA ", "\n").replace("\nMIIE", "\nProc-Type: 4,ENCRYPTED\n\nMIIE"),
  },
  { name: "PGP private key", write: (r) => `${HEAD[0]} PGP PRIVATE KEY BLOCK-----\n\nlQ${chars(r, BASE64, 62)}` },
  { name: "PuTTY key", write: (r) => `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${base64(r)}` },
  { name: "client-key-data", write: (r) => `    client-key-data: ${btoa(pem(r, " RSA ", "\n"))}\n` },
  { name: "tls.key", write: (r) => `  tls.key: ${btoa(pem(r, " ", "\n"))}\n` },
  { name: "tls.key, quoted", write: (r) => `  "tls.key": "${btoa(pem(r, " EC ", "\n"))}"` },
  { name: "PEM in base64 after a blank", write: (r) => `x ${btoa(`\n${pem(r, " ", "\n")}`)}` },
  { name: "PEM in base64 after two", write: (r) => `x ${btoa(`\r\n${pem(r, " ", "\n")}`)}` },
  {
    name: "service account in base64",
    write: (r) => `GCP=${btoa(JSON.stringify({ type: "x", private_key: pem(r, " ", "\n") }))}`,
  },
  { name: "JSON web key", write: (r) => `{"kty":"RSA","n":"${chars(r, URL64, 342)}","d":"${chars(r, URL64, 342)}"}` },
];

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

/** All shapes. */
export const SHAPES: readonly Shape[] = [
  ...ASSIGNMENTS.map(written),
  ...TYPED.map(keyed),
  ...LONG_STRINGS.map(keyed),
  ...PASSWORD_FILES.map(written),
  ...FILED_PASSWORDS,
  ...FALLBACKS.map(keyed),
  ...INNER.map(keyed),
  ...HARDER.map(keyed),
  ...NAMES.map((name, i) => keyed(FILES[i % FILES.length].replace("NAME", name), i)),
  ...VENDORS.map(([name, write], i) => ({ name, write: (random: Random) => BARE(write(random), i) })),
  ...PEMS,
  ...URLS,
  ...URL_PASSWORDS,
  ...HEADERS,
  ...HARD_VALUES,
];
