/**
 * Finds forms that only keys and credentials have, under any name: vendors' formats, PEM, URLs, headers.
 * @module
 */
import { type Reason, reason, type ReasonKey } from "../../model/messages/reasons.ts";

/** A form of text that only secrets have. */
interface SecretForm {
  readonly what: Reason;
  /** If a text has none of these literals, the pattern need not run. */
  readonly literals: readonly string[];
  readonly pattern: RegExp;
  /** A second test of a match. */
  readonly isSecret?: (found: RegExpExecArray) => boolean;
}

/** Where a secret is, and what it looks like. */
export interface FoundForm {
  readonly at: number;
  readonly what: Reason;
}

/** The first text that has one of these forms. */
export function findSecretForm(text: string): FoundForm | undefined {
  let first = firstToken(text);
  for (const form of FORMS) {
    const at = form.literals.some((literal) => text.includes(literal)) ? firstMatch(form, text) : undefined;
    if (at !== undefined && (first === undefined || at < first.at)) first = { at, what: form.what };
  }
  return first;
}

function firstMatch({ pattern, isSecret = () => true }: SecretForm, text: string): number | undefined {
  for (const found of text.matchAll(pattern)) if (isSecret(found)) return found.index;
}

function secretForm(
  what: ReasonKey | Reason,
  literals: readonly string[],
  pattern: string,
  isSecret?: SecretForm["isSecret"],
): SecretForm {
  const rule = typeof what === "string" ? reason(what) : what;
  return { what: rule, literals, pattern: new RegExp(pattern, "gm"), ...(isSecret && { isSecret }) };
}

/** This number of hexadecimal digits, of letters and digits, and of base64url characters. */
const hex = (length: number) => `[0-9a-f]{${length}}(?![0-9a-f])`;
const plain = (length: number) => `[A-Za-z0-9]{${length}}(?![A-Za-z0-9])`;
const url = (length: number) => `[\\w-]{${length}}`;
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** The vendor, the prefixes, and the rest. */
type TokenFormat = readonly [
  vendor: ReasonKey | { readonly vendor: string },
  prefixes: readonly string[],
  rest: string,
];

const NAMED_TOKENS: readonly TokenFormat[] = [
  ["aws_key", ["AKIA", "ASIA", "AGPA", "AIDA", "AROA"], "[A-Z0-9]{16}\\b"],
  ["google_key", ["AIza"], "[\\w-]{35}(?![\\w-])"],
  ["google_token", ["ya29."], url(20)],
  ["azure_key", ["AccountKey=", "SharedAccessKey="], "[A-Za-z0-9+/]{40}"],
  ["github_token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "[A-Za-z0-9]{36}"],
  ["github_token", ["github_pat_"], "\\w{22}"],
  ["gitlab_token", ["glpat-", "glrt-", "gldt-", "glptt-", "glcbt-", "glsoat-", "glft-"], url(20)],
  ["slack_token", ["xoxa-", "xoxb-", "xoxe-", "xoxe.xox", "xoxo-", "xoxp-", "xoxr-", "xoxs-"], url(10)],
  ["slack_webhook", ["hooks.slack.com/"], "services/T\\w{6}"],
  ["stripe_key", ["rk_live_", "sk_live_"], "[A-Za-z0-9]{16}"],
  ["provider_key", ["sk-"], "(?=[A-Za-z_-]{0,64}?\\d)[\\w-]{24}"],
  // Letters only, which no rule for random values takes for a secret.
  ["provider_key", ["hf_"], "[A-Za-z]{34}\\b"],
  ["npm_token", ["npm_"], "[A-Za-z0-9]{36}"],
  ["pypi_token", ["pypi-"], url(40)],
];

const VENDOR_TOKENS: readonly (readonly [vendor: string, prefixes: readonly string[], rest: string])[] = [
  ["Google", ["GOCSPX-"], url(28)],
  ["Bitbucket", ["ATBB"], plain(32)],
  ["Atlassian", ["ATATT3"], "[\\w=-]{100}"],
  ["Slack", ["xapp-"], "\\d-[A-Z0-9]{8,14}-\\d{8,16}-[0-9a-f]{32}"],
  ["SendGrid", ["SG."], "[\\w-]{16,32}\\.[\\w-]{32}"],
  ["Mailgun", ["key-"], hex(32)],
  ["Brevo", ["xkeysib-"], hex(64)],
  ["Twilio", ["SK"], hex(32)],
  ["Stripe", ["whsec_"], "[A-Za-z0-9+/]{24}"],
  ["Square", ["sq0atp-", "sq0csp-"], url(22)],
  ["Braintree", ["access_token$production$"], "[a-z0-9]{16}\\$[0-9a-f]{32}"],
  ["Razorpay", ["rzp_live_"], "[A-Za-z0-9]{14}"],
  ["Shopify", ["shpat_", "shpca_", "shppa_", "shpss_"], "[0-9a-fA-F]{32}"],
  ["DigitalOcean", ["dop_v1_", "doo_v1_", "dor_v1_"], hex(64)],
  ["Vault", ["hvs.", "hvb.", "hvr."], url(24)],
  ["age", ["AGE-SECRET-KEY-1"], "[A-Z0-9]{58}"],
  ["RubyGems", ["rubygems_"], hex(48)],
  ["NuGet", ["oy2"], "[a-z0-9]{43}(?![a-z0-9])"],
  ["Docker", ["dckr_pat_", "dckr_oat_"], url(24)],
  ["Groq", ["gsk_"], plain(52)],
  ["Perplexity", ["pplx-"], "[A-Za-z0-9]{48}"],
  ["xAI", ["xai-"], "[A-Za-z0-9]{64}"],
  ["Replicate", ["r8_"], plain(37)],
  ["Databricks", ["dapi"], hex(32)],
  ["Linear", ["lin_api_"], "[A-Za-z0-9]{40}"],
  ["Notion", ["ntn_"], "[A-Za-z0-9]{40}"],
  ["Airtable", ["pat"], "[A-Za-z0-9]{14}\\.[0-9a-f]{64}"],
  ["Figma", ["figd_"], url(40)],
  ["Postman", ["PMAK-"], "[0-9a-f]{24}-[0-9a-f]{34}"],
  ["Doppler", ["dp.pt.", "dp.st.", "dp.sa.", "dp.ct."], "[\\w.-]{40}"],
  ["1Password", ["ops_eyJ"], url(100)],
  ["Grafana", ["glsa_"], "[A-Za-z0-9]{32}_[0-9a-f]{8}"],
  ["Grafana", ["glc_eyJ"], "[A-Za-z0-9+/]{32}"],
  ["New Relic", ["NRAK-"], "[A-Z0-9]{27}"],
  ["Sentry", ["sntrys_eyJ", "sntryu_"], "[A-Za-z0-9+/]{60}"],
  ["Dynatrace", ["dt0c01."], "[A-Z0-9]{24}\\.[A-Z0-9]{64}"],
  ["PlanetScale", ["pscale_tkn_", "pscale_pw_"], url(32)],
  ["Supabase", ["sbp_"], hex(40)],
  ["Netlify", ["nfp_"], plain(36)],
  ["Heroku", ["HRKU-"], url(36)],
  ["Fly", ["fm2_"], "[A-Za-z0-9+/]{100}"],
  ["Pulumi", ["pul-"], hex(40)],
  ["Tailscale", ["tskey-"], "[a-z]{3,8}-\\w{10,20}-\\w{24}"],
  ["HubSpot", ["pat-na1-", "pat-eu1-"], UUID],
  ["Buildkite", ["bkua_"], hex(40)],
  ["CircleCI", ["CCIPAT_"], "[A-Za-z0-9]{22}_[0-9a-f]{40}"],
  ["SonarQube", ["sqp_", "squ_", "sqa_"], hex(40)],
  ["Artifactory", ["AKCp"], plain(69)],
  ["Contentful", ["CFPAT-"], url(43)],
  ["Typeform", ["tfp_"], "[\\w-]{40}_\\w{10}"],
  ["Adafruit", ["aio_"], plain(28)],
  ["Alibaba Cloud", ["LTAI"], "[A-Za-z0-9]{16,20}(?![A-Za-z0-9])"],
  ["Flutterwave", ["FLWSECK-"], "[0-9a-zA-Z]{32}"],
  ["OpenShift", ["sha256~"], url(43)],
  ["Mapbox", ["sk.eyJ"], "[\\w-]{40,100}\\.[\\w-]{20}"],
];

const TOKENS: readonly TokenFormat[] = [
  ...NAMED_TOKENS,
  ...VENDOR_TOKENS.map(([vendor, prefixes, rest]): TokenFormat => [{ vendor }, prefixes, rest]),
];

const literal = (text: string) => text.replace(/[.$~]/g, "\\$&");
/** All prefixes, the longest first, found in one pass. */
const PREFIXES = new RegExp(
  TOKENS.flatMap(([, prefixes]) => prefixes).toSorted((a, b) => b.length - a.length).map(literal).join("|"),
  "g",
);
/** The rest after each prefix, and the vendor. */
const TOKEN_BY_PREFIX = new Map(
  TOKENS.flatMap(([vendor, prefixes, rest]) => {
    const what = typeof vendor === "string" ? reason(vendor) : reason("vendor_token", vendor);
    return prefixes.map((prefix) => [prefix, { what, rest: new RegExp(rest, "y") }] as const);
  }),
);

/** The first token without a character directly before it that could be a part of it. */
function firstToken(text: string): FoundForm | undefined {
  for (const { index: at, 0: prefix } of text.matchAll(PREFIXES)) {
    const token = TOKEN_BY_PREFIX.get(prefix);
    if (token === undefined || /\w/.test(text[at - 1] ?? "")) continue;
    token.rest.lastIndex = at + prefix.length;
    if (token.rest.test(text)) return { at, what: token.what };
  }
}

function vendorForm(vendor: string, literals: readonly string[], pattern: string): SecretForm {
  return secretForm(reason("vendor_token", { vendor }), literals, pattern);
}

/** Tokens that are recognised by something within them. */
const VENDOR_FORMS: readonly SecretForm[] = [
  vendorForm("Terraform Cloud", [".atlasv1."], "\\.atlasv1\\.[\\w-]{60}"),
  vendorForm("Azure", ["Q~"], "Q~(?<=\\dQ~)[\\w.~-]{31,34}(?![\\w.~-])"),
  vendorForm("Azure", ["sig="], "[?&;]sig=[\\w%+/-]{43}"),
  vendorForm("Mailchimp", ["-us"], "-us\\d{1,2}(?!\\w)(?<=(?<![0-9a-f])[0-9a-f]{32}-us\\d{1,2})"),
  vendorForm("Telegram", [":AA"], ":AA(?<=(?<!\\d)\\d{8,10}:AA)[\\w-]{33}(?![\\w-])"),
  vendorForm(
    "Discord",
    ["."],
    "\\.(?=[\\w-]{6}\\.[\\w-]{27,38}(?![\\w.-]))(?<=(?<![\\w.-])[MNO][A-Za-z0-9]{23,27}\\.)",
  ),
  vendorForm("Discord", ["/api/webhooks/"], "discord(?:app)?\\.com/api/webhooks/\\d{16,20}/[\\w-]{60}"),
  vendorForm(
    "Microsoft Teams",
    ["webhook.office.com"],
    "webhook\\.office\\.com/webhookb2/[\\w@-]{60,90}/IncomingWebhook/[0-9a-f]{32}",
  ),
];

/** Text between the lines of a key that is written as strings of a program, in a comment, or in HTML. */
const LINE_GAP = "(?:\\s|\\\\[rn]?|[\"'`,+.;&_#*|>()\\[\\]-]|<br ?/?>|vbLf|vbCrLf|Proc-Type: ){1,60}";

/** "PRIVATE KEY" in base64, in the three ways that bytes fall into groups of three. */
const KEY_IN_BASE64 = [0, 2, 3].map((from, before) => btoa("?".repeat(before) + "PRIVATE KEY").slice(from, from + 14));

const NO_PASSWORD =
  "pass|passwd|password|secret|changeme|postgres|root|user|example|guest|admin|x+|\\w*_?PASS(?:WORD)?";

/** A name and a password in a URL. A reference to a variable, `{name}`, `<name>` and `***` are not. */
const URL_PASSWORD = `://[\\w.%~+-]{0,64}:(?!(?:${NO_PASSWORD})@)(?!\\$[A-Za-z_]|\\$?\\{|%s|\\*+@)` +
  "(?:[^\\s/'\"`{}<>\\\\%|,()]|%[0-9A-Fa-f]{2}){6,128}@[\\w[]";

/** A name and a password on curl's command line. */
const CURL = "\\bcurl\\b[^\\n]{0,200}? (?:-u|--user)[ =]?[\"']?[\\w.@%+-]{1,64}:([^\\s\"'$<>{}*]{8,128})";

/**
 * A line of PostgreSQL's password file, or a string of a program that writes one: `host:port:database:user:password`.
 * Found by its port; a colon in a field has a backslash before it.
 */
const PGPASS =
  ":(?:\\d{4,5}|\\*):(?<=(?:^[ \\t]{0,40}|[\"'])(?:\\*|(?:[\\w.-]|\\\\:){1,255}|(?:/[\\w.-]{1,64}){1,8}):(?:\\d{4,5}|\\*):)" +
  "(?:(?:\\*|[A-Za-z_][\\w@$-]{0,62}):){2}(?!\\$[A-Za-z_]|\\$?\\{|%s|<|\\*{3})((?:[^\\s:\\\\]|\\\\[:\\\\]){6,128})(?=[\"']|[ \\t]*$)";

const FORMS: readonly SecretForm[] = [
  secretForm(
    "private_key",
    ["PRIVATE KEY"],
    `-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=\\s|\\\\[rn]|(?:${LINE_GAP})?[A-Za-z0-9+/]{16})`,
  ),
  secretForm("private_key", KEY_IN_BASE64, KEY_IN_BASE64.join("|")),
  secretForm("private_key", ["PuTTY-User-Key-File-"], "^PuTTY-User-Key-File-\\d"),
  secretForm("private_key", ['"kty"'], '"d"\\s{0,4}:\\s{0,4}"[\\w-]{40}'),
  secretForm("web_token", [".eyJ"], "\\.(?<=\\beyJ[\\w-]{10,400}\\.)eyJ[\\w-]{10,4000}\\.[\\w-]{10}"),
  secretForm("url_password", ["://"], URL_PASSWORD),
  secretForm("basic_credentials", ["asic "], "\\b[Bb]asic ([A-Za-z0-9+/]{12,400}={0,2})(?![\\w+/=-])", isBasic),
  secretForm("url_password", ["curl "], CURL, hasPassword),
  secretForm("password_file", [":"], PGPASS, hasPassword),
  ...VENDOR_FORMS,
];

/** Whether the password found is a real one. */
function hasPassword([, password = ""]: RegExpExecArray): boolean {
  return !new RegExp(`^(?:${NO_PASSWORD})$`, "i").test(password);
}

/** Whether base64 holds a name and a password, and not those of the standard's example. */
function isBasic([, base64 = ""]: RegExpExecArray): boolean {
  try {
    const [, password = ""] = /^[\x20-\x7e]{1,100}?:([\x21-\x7e]{6,200})$/.exec(atob(base64)) ?? [];
    return password !== "" && !new RegExp(`^(?:${NO_PASSWORD})$`, "i").test(password);
  } catch {
    return false;
  }
}
