import { assertEquals, assertThrows } from "@std/assert";
import { type Redirect, redirectTarget } from "../../src/consult/redirect.ts";
import { faultWords } from "../../src/format/error_answer.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";

const URL_ASKED = new URL("http://api.example:8080/v1/chat/completions");
const POST: Redirect = { url: URL_ASKED, method: "POST", count: 0 };

function redirect(status: number, location?: string): Response {
  return new Response(null, { status, headers: location === undefined ? {} : { location } });
}

/** The messages about a refused redirect, in English and Japanese. */
function refusal(hop: Redirect, answer: Response): string[] {
  const error = assertThrows(() => redirectTarget(hop, answer), ToolError);
  assertEquals(error.key, "provider_redirect");
  return [faultWords(error, "en").message, faultWords(error, "ja").message];
}

function words(target: string, why: string): string {
  return `api.example:8080 redirects the request to ${target}, which is refused: ${why}.`;
}

Deno.test("redirects within the provider's origin are followed if they keep the files in the request", () => {
  for (const status of [307, 308]) {
    assertEquals(redirectTarget(POST, redirect(status, "../v2?a=b")).href, "http://api.example:8080/v1/v2?a=b");
  }
  const get: Redirect = { ...POST, method: "GET", count: 2 };
  for (const status of [301, 302, 303, 307, 308]) {
    assertEquals(redirectTarget(get, redirect(status, "/v2/models")).href, "http://api.example:8080/v2/models");
  }
  for (const status of [301, 302, 303]) {
    const target = "http://api.example:8080/v1/chat/completions/";
    assertEquals(refusal(POST, redirect(status, target)), [
      words(target, `after status ${status} the request would be repeated without the files`),
      `api.example:8080 がリクエストを ${target} に転送しようとしたため拒否しました: ${status} に従うとファイルなしの転送になります。`,
    ]);
  }
});

Deno.test("the error names another host, port or scheme, without parts that may be secret", () => {
  const targets = {
    "http://other.example:8080/v1?key=secret#secret": "http://other.example:8080/v1",
    "http://me:secret@other.example/v1": "http://other.example/v1",
    "http://api.example/v1": "http://api.example/v1",
    "https://api.example:8080/v1": "https://api.example:8080/v1",
    "//api.example:8081": "http://api.example:8081/",
    "blob:http://api.example:8080/v1": "blob:http://api.example:8080/v1",
    "file:///etc/passwd": "file:///etc/passwd",
    "data:text/plain,x": "data:text/plain,x",
  };
  for (const [location, target] of Object.entries(targets)) {
    assertEquals(refusal(POST, redirect(307, location)), [
      words(target, "files go only where --provider-url says"),
      `api.example:8080 がリクエストを ${target} に転送しようとしたため拒否しました: ファイルは --provider-url の宛先にだけ送ります。`,
    ]);
  }
});

Deno.test("a redirect without a URL is refused", () => {
  for (const location of [undefined, "", "http://[", "http://a b/"]) {
    assertEquals(refusal(POST, redirect(308, location)), [
      words("an unknown place", "it names no URL to go to"),
      "api.example:8080 がリクエストを 不明な宛先 に転送しようとしたため拒否しました: 転送先の URL が示されていません。",
    ]);
  }
});

Deno.test("a request follows three redirects", () => {
  for (const before of [0, 1, 2]) redirectTarget({ ...POST, count: before }, redirect(307, "/next"));
  assertEquals(refusal({ ...POST, count: 3 }, redirect(307, "/next")), [
    words("http://api.example:8080/next", "it has redirected 3 times already"),
    "api.example:8080 がリクエストを http://api.example:8080/next に転送しようとしたため拒否しました: すでに 3 回転送されています。",
  ]);
});

Deno.test("a name and password in a redirect are not sent: they would be a second authorization", () => {
  const location = "http://me:secret@api.example:8080/v2";
  assertEquals(redirectTarget(POST, redirect(307, location)).href, "http://api.example:8080/v2");
});
