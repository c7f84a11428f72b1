/**
 * Example calls of seed 002, word for word.
 * @module
 */

/** Its simple case. */
export const SIMPLE = String.raw`{
  "files": ["/home/project/src/*.py"],
  "query": "Find all TODO comments",
  "model": "gemini-2.5-flash"
}`;

/** Its complex case. */
export const COMPLEX = String.raw`{
  "files": [
    "/home/project/src/*.py",
    "/home/project/lib/*.py",
    "/home/project/tests/*_test.py", 
    "/home/project/README.md",
    "/home/project/docs/*.md",
    "/home/shared/utils.py"
  ],
  "query": "Analyze the architecture",
  "model": "gemini-2.5-pro"
}`;
