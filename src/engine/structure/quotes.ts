/**
 * Java and C#: a quote without its end. To these grammars all after it is one string, up to the end of the file.
 * @module
 */

/** A comment, a text of several lines, or a string or character, which may lack its end. */
const TOKEN =
  /\/\/.*|\/\*[^]*?(?:\*\/|(?![^]))|"""[^]*?"""|(?:@\$?|\$@)"(?:[^"]|"")*"|(["'])(?:(?!\1)[^\\\r\n]|\\.)*(\1)?/g;

/** The text with a space for each quote that its line does not close. */
export function withoutStrayQuotes(text: string): string {
  return text.replaceAll(
    TOKEN,
    (token: string, quote?: string, end?: string) =>
      quote !== undefined && end === undefined ? ` ${token.slice(1)}` : token,
  );
}
