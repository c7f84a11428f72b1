/**
 * The characters that end a line.
 * @module
 */

/** The line feed, the line terminator of every text that is searched. CR LF is one only where a pattern asks for it. */
export const LINE_FEED = 0x0a;
/** The carriage return. */
export const CARRIAGE_RETURN = 0x0d;
