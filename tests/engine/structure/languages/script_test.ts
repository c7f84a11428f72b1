import { assertEquals } from "@std/assert";
import { outlineLines } from "./outline_lines.ts";

Deno.test("an outline has classes, their members, decorators and comments", async () => {
  const source = `
/** A shop. */
@Component({
  name: "shop",
})
export class Shop<T> extends Base implements Closable {
  @Input() title = "x";
  static readonly limit = 3;
  readonly onSale = (item: T) => item;
  // Opens it.
  constructor(private readonly door: Door) {
    super();
  }
  @log()
  async *items(): AsyncGenerator<T> {}
  get open() {
    return true;
  }
  #close() {}
  [Symbol.iterator]() {}
  "quoted name"() {}
}
export default class {
  run() {}
}
export abstract class Area {
  abstract area(): number;
  abstract name: string;
}
`;
  assertEquals(await outlineLines("shop.ts", source), [
    "2-21 class Shop (name 5, comment 1)",
    "  6-6 field title",
    "  7-7 field limit",
    "  8-8 method onSale",
    "  10-12 method constructor (comment 9)",
    "    10-10 field door",
    "  13-14 method items (name 14)",
    "  15-17 method open",
    "  18-18 method #close",
    "  19-19 method [Symbol.iterator]",
    "  20-20 method quoted name",
    "22-24 class default",
    "  23-23 method run",
    "25-28 class Area",
    "  26-26 method area",
    "  27-27 field name",
  ]);
});

Deno.test("an outline has functions by declaration and by assignment, at any depth", async () => {
  const source = `
export default function () {}
function* steps() {
  const helper = async () => {};
  const limit = 3;
}
export const add = (a, b) => a + b, MAX = 10;
let state = 0;
module.exports = function start() {};
exports.stop = exports.halt = function () {};
exports.size = 3;
Shop.prototype.sell = function (item) {};
Shop.Item = class Item {};
const Order = class {
  send() {}
};
on("ready", function ready() {});
on("end", () => {});
export const handlers = { click() {}, key: (event) => {}, size: 3 };
if (state) { const inBlock = 1; }
const path = require("path"), { join, a: { b: [c = 1, , ...d] }, ...e } = path, part = require("path").posix;
`;
  assertEquals(await outlineLines("run.mjs", source), [
    "1-1 function default",
    "2-5 function steps",
    "  3-3 function helper",
    "6-6 function add",
    "6-6 constant MAX",
    "7-7 variable state",
    "8-8 function start",
    "9-9 function stop",
    "  9-9 function halt",
    "10-10 variable size",
    "11-11 method Shop.sell",
    "12-12 class Item",
    "13-15 class Order",
    "  14-14 method send",
    "16-16 function ready",
    "18-18 constant handlers",
    "  18-18 method click",
    "  18-18 method key",
    "20-20 constant join",
    "20-20 constant c",
    "20-20 constant d",
    "20-20 constant e",
  ]);
});

Deno.test("an outline has types, namespaces, overloads and what is only declared", async () => {
  const source = `
declare module "shop" {
  export function sell(item: string): void;
  export function sell(item: number): void;
  const price: number;
}
declare global {
  interface Window {
    open(url: string): void;
    readonly title: string;
  }
}
namespace Model.Parts {
  export type Id = string;
  export enum Color { Red, Blue }
}
declare let counter: number;
declare const VERSION: string;
`;
  assertEquals(await outlineLines("types.d.ts", source), [
    "1-5 module shop",
    "  2-2 function sell",
    "  3-3 function sell",
    "7-10 interface Window",
    "  8-8 method open",
    "  9-9 field title",
    "12-15 module Model.Parts",
    "  13-13 type Id",
    "  14-14 enum Color",
    "    14-14 field Red",
    "    14-14 field Blue",
    "16-16 variable counter",
    "17-17 constant VERSION",
  ]);
});

Deno.test("an outline has functions that hold elements", async () => {
  const source = `
export const Page = ({ title }: Props) => <main>{title}</main>;
export function List() {
  return <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul>;
}
`;
  assertEquals(await outlineLines("page.tsx", source), [
    "1-1 function Page",
    "2-4 function List",
  ]);
});
