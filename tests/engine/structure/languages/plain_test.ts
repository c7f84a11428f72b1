import { assertEquals } from "@std/assert";
import { outlineLines } from "./outline_lines.ts";

Deno.test("an outline has Python's functions, classes, decorators and names of a module", async () => {
  const source = `
"""A shop."""
import os

MAX: int = 1
state = None
first, (second, *rest) = third = 1, [2]
os.path = 3

# Opens.
# And closes.
@service
@retry(
    times=3,
)
class Shop(Base):
    attribute = 1

    @property
    def name(self):
        def inner():
            pass
        local = 1
        return local

    async def close(self): ...

if os:
    def conditional(): pass
    (chosen, os.x[i]) = 1, 2
double = lambda x: 2 * x
type Id[T] = int
`;
  assertEquals(await outlineLines("shop.py", source), [
    "4-4 constant MAX",
    "5-5 variable state",
    "6-6 variable first",
    "6-6 variable second",
    "6-6 variable rest",
    "6-6 variable third",
    "11-25 class Shop (name 15, comment 9)",
    "  16-16 field attribute",
    "  18-23 method name (name 19)",
    "    20-21 function inner",
    "  25-25 method close",
    "28-28 function conditional",
    "29-29 variable chosen",
    "30-30 function double",
    "31-31 type Id",
  ]);
});

Deno.test("an outline has Go's functions, methods with their receiver, types and constants", async () => {
  const source = `
package shop

// Max is the most.
const Max = 1
const (
	Low, Mid = iota, 2
	High
)
var state, other = 1, 2
var handler = func() {}

// Shop is a shop.
type Shop[T any] struct {
	count int
}
type Named interface {
	Name() string
}
type (
	ID   = int
	Tags map[string]int
)

func Open[T any](a T) error {
	local := 1
	const inner = 2
	return nil
}

// Close closes.
func (s *Shop[T]) Close() error {
	return nil
}
func (Tags) Count() int { return 0 }
`;
  assertEquals(await outlineLines("shop.go", source), [
    "4-4 constant Max (comment 3)",
    "6-6 constant Low",
    "6-6 constant Mid",
    "7-7 constant High",
    "9-9 variable state",
    "9-9 variable other",
    "10-10 function handler",
    "13-15 struct Shop (comment 12)",
    "  14-14 field count",
    "16-18 interface Named",
    "  17-17 method Name",
    "20-20 type ID",
    "21-21 type Tags",
    "24-28 function Open",
    "31-33 method Shop.Close (comment 30)",
    "34-34 method Tags.Count",
  ]);
});

Deno.test("an outline has Rust's functions, impl blocks, traits, macros and attributes", async () => {
  const source = `
/// A shop.
#[derive(Debug)]
#[cfg(feature = "x")]
pub struct Shop<T> {
    count: u8,
}
pub enum Size { Small, Large(u8) }
pub trait Named: Sized {
    const LENGTH: u8;
    type Item;
    fn name(&self) -> String;
    fn reset(&self) {}
}
impl<T> Shop<T> {
    pub const MAX: u8 = 1;
    /// Opens it.
    #[inline]
    pub async fn open() -> Self {
        fn inner() {}
        const LOCAL: u8 = 1;
    }
}
impl fmt::Display for Shop<u8> {
    fn fmt(&self) {}
}
impl<'a> Iterator for &'a mut Shop<u8> {}
pub const LIMIT: u8 = 1;
static mut STATE: u8 = 2;
type Id = u8;
mod parts;
mod tests {
    #[test]
    fn counts() {}
}
macro_rules! shop { ($a:expr) => {} }
extern "C" { fn ext(a: u8); }
`;
  assertEquals(await outlineLines("shop.rs", source), [
    "2-6 struct Shop (name 4, comment 1)",
    "  5-5 field count",
    "7-7 enum Size",
    "  7-7 field Small",
    "  7-7 field Large",
    "8-13 trait Named",
    "  9-9 constant LENGTH",
    "  10-10 type Item",
    "  11-11 method name",
    "  12-12 method reset",
    "14-22 implementation Shop",
    "  15-15 constant MAX",
    "  17-21 method open (name 18, comment 16)",
    "    19-19 function inner",
    "23-25 implementation Display for Shop",
    "  24-24 method fmt",
    "26-26 implementation Iterator for &'a mut Shop",
    "27-27 constant LIMIT",
    "28-28 variable STATE",
    "29-29 type Id",
    "30-30 module parts",
    "31-34 module tests",
    "  32-33 function counts (name 33)",
    "35-35 macro shop",
    "36-36 function ext",
  ]);
});

Deno.test("an outline has Ruby's modules, classes, methods and constants", async () => {
  const source = `
module Acme
  MAX = 1
  # A shop.
  class Shop < Base
    attr_reader :name
    def initialize(name)
      LOCAL = 1
    end
    def self.create; end
    def ==(other) = true
    alias shut close
    class << self
      def build; end
    end
  end
  class Acme::Other < Shop; end
  Point = Struct.new(:x) do
    def norm; end
  end
end
`;
  assertEquals(await outlineLines("shop.rb", source), [
    "1-20 module Acme",
    "  2-2 constant MAX",
    "  4-15 class Shop (comment 3)",
    "    5-5 field name",
    "    6-8 method initialize",
    "    9-9 method create",
    "    10-10 method ==",
    "    11-11 method shut",
    "    13-13 method build",
    "  16-16 class Acme.Other",
    "  17-19 class Point",
    "    18-18 method norm",
  ]);
});

Deno.test("an outline has the functions and variables of shell scripts", async () => {
  const source = `
#!/usr/bin/env -S bash
readonly LIMIT=1
NAME=x

# Builds.
build() {
  local inside=1
}
function deploy-all {
  build
}
`;
  assertEquals(await outlineLines("deploy", source), [
    "2-2 variable LIMIT",
    "3-3 variable NAME",
    "6-8 function build (comment 5)",
    "9-11 function deploy-all",
  ]);
});
