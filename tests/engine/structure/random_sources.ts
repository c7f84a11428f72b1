/**
 * Source code in each language, and random damage to it.
 * @module
 */
import type { Random } from "../../seed.ts";

/** A text with definitions in each language, by its name. */
export const SOURCES: Readonly<Record<string, string>> = {
  typescript: `/** Adds. */
export const LIMIT: number = 1;
let later = () => LIMIT;
@sealed
export class Adder<T> extends Base {
  static "quoted name"() {}
  readonly run = async (a: number) => a;
  constructor(private x = 1) { super(); }
  get value(): T { return this.x as T; }
}
interface Shape { area(): number; readonly size: number }
type Pair = [number, string];
enum Color { Red, Green }
declare module "m" { const inner: number; function outer(a: string): void; }
namespace N.M { export function f() { return function named() {}; } }
export default class { m() {} }
exports.handler = function* (e) { yield e; };
`,
  tsx: `export function App({ a }: Props) {
  const onClick = () => a;
  return <div className="x">{items.map((i) => <Item key={i} on={() => i} />)}</div>;
}
class View extends Component { render() { return <b>text</b>; } }
`,
  javascript: `// A class.
class Counter extends Base {
  #count = 0;
  static create = () => new Counter();
  ["computed"]() {}
  async *items() {}
}
const { a, b } = require("x"), c = function inner() {};
module.exports = { run() {}, stop: () => 1, "key": function () {} };
Counter.prototype.reset = function () {};
export default () => 1;
var old = 1;
`,
  python: `# Adds.
LIMIT = 1
a, b = 1, 2
square = lambda x: x * x
@decorated(
    1
)
class Adder(Base):
    total: int = 0

    @property
    async def value(self) -> int:
        def inner():
            return 1
        return inner()
type Pair = tuple[int, str]
`,
  go: `package main
// Limit is one.
const Limit, Other = 1, 2
var (
	x int
	f = func() {}
)
type Pair[T any] struct { a, b T }
type Shape interface { Area() float64; String() string }
type Alias = Pair[int]
func (p *Pair[T]) Sum(a int) (int, error) { return a, nil }
func main() { g := func() {}; g() }
`,
  rust: `//! Crate.
#[derive(Debug)]
pub struct Pair<T> { a: T }
/// A shape.
pub trait Shape { const N: u32; type Out; fn area(&self) -> f64; fn twice(&self) -> f64 { 2.0 } }
impl<T> Shape for Pair<T> { fn area(&self) -> f64 { 1.0 } }
impl fmt::Display for &'a Pair<T> {}
enum Color { Red(u8), Green { x: i32 } }
union U { a: u32 }
static mut COUNT: u32 = 0;
macro_rules! add { ($a:expr) => { $a + 1 }; }
mod inner { pub(crate) async fn f() {} }
`,
  java: `package a.b;
/** A. */
@Entity(name = "x")
public abstract class Adder<T> implements Shape {
  private static final int LIMIT = 1, OTHER = 2;
  Adder(int a) { this.a = a; }
  @Override public <R> R run(T t) throws Exception { return new Object() { void inner() {} }; }
  enum Color { RED { void f() {} }, GREEN; }
  record Point(int x, int y) { Point { } }
  interface Inner { int N = 1; default void f() {} }
  @interface Marker { String value() default ""; }
}
`,
  c: `#define LIMIT 1
#define ADD(a, b) ((a) + (b))
/* A pair. */
typedef struct pair { int a; } pair_t, *pair_p;
enum color { RED, GREEN };
union u { int a; float b; };
static int count = 0, *other;
int (*callback)(int);
static inline int *add(int a, int b) { return 0; }
extern void declared(void);
`,
  cpp: `// A.
template <typename T> class Adder : public Base {
 public:
  Adder() : x(1) {}
  ~Adder() = default;
  T operator+(const T& o) const { return x; }
  static constexpr int limit = 1;
  struct Inner { int a; };
};
namespace a::b { int f(int x) { auto g = [](int y) { return y; }; return g(x); } }
template <> int Adder<int>::run() const noexcept { return 1; }
using Alias = Adder<int>;
enum class Color : int { Red };
extern "C" { void declared(int); }
`,
  csharp: `namespace A.B {
  /// <summary>A.</summary>
  [Serializable]
  public class Adder<T> : Base, IShape where T : new() {
    private const int Limit = 1;
    public int Value { get; set; } = 1;
    public event Action Changed;
    public Adder(int a) : base(a) { }
    ~Adder() { }
    public T this[int i] => default;
    public static Adder<T> operator +(Adder<T> a, Adder<T> b) => a;
    public static explicit operator int(Adder<T> a) => 1;
    void Run() { int Local(int x) => x; }
  }
  record Point(int X);
  struct S { }
  interface I { void F(); }
  enum Color { Red }
  delegate void D(int a);
}
`,
  php: `<?php
namespace A\\B;
// A.
define('LIMIT', 1);
const OTHER = 2;
#[Attr]
abstract class Adder extends Base implements Shape {
  const X = 1;
  public function __construct(private int $a) {}
  abstract protected static function run(?int $a): ?string;
}
interface I { function f(); }
trait T { function g() { $h = fn($x) => $x; } }
enum Color: string { case Red = 'r'; }
function add($a) { $f = function () use ($a) {}; return $f; }
`,
  ruby: `# A.
module A::B
  LIMIT = 1
  Pair = Struct.new(:a) do
    def sum; end
  end
  class Adder < Base
    attr_reader :x
    def run(a, *b) = a
    def self.create!; new; end
    def +(other); end
    alias stop run
    class << self
      def inner?; end
    end
  end
end
`,
  bash: `#!/bin/bash
# Adds.
LIMIT=1
readonly OTHER=2
add() {
  local c=$1
  if [ "$c" -gt 10 ]; then echo "\${c}"; fi
}
function stop { cat <<EOF
text $(add 1)
EOF
}
`,
  kotlin: `package a.b
/** A. */
const val LIMIT = 1
var count: Int = 0
typealias Pair = kotlin.Pair<Int, Int>
@Deprecated("x") open class Adder<T>(val a: T) : Base(a), Shape {
  companion object { const val X = 1 }
  constructor(b: String) : this(1)
  override suspend fun run(a: Int): Int = a
  enum class Color { RED, GREEN }
  interface Inner { fun f() }
}
object Single { fun g() { fun local() {} } }
fun String.twice() = this + this
`,
  swift: `/// A.
let limit = 1
var count: Int { return 0 }
@objc public class Adder<T>: Base, Shape where T: Equatable {
  static let shared = Adder()
  init(a: Int) { super.init() }
  deinit {}
  subscript(i: Int) -> Int { return i }
  func run(_ a: Int) throws -> Int { func inner() {}; return a }
}
struct S { var x = 1 }
enum Color { case red; func f() {} }
protocol P { associatedtype E; func f(); var v: Int { get } }
extension Adder: P { func g() {} }
typealias Pair = (Int, Int)
`,
};

const FRAGMENTS = [
  ...["", ..."(){}[]<>\"'`#\n\r\t =;:,.@$\0\uFEFF\uD800é世1"],
  ...["\\\\", "//", "/*", "*/", "\r\n", "::", "=>", "->", "class", "def", "end"],
];

/** A language's text with random parts moved, repeated, removed and replaced. */
export function randomSource(random: Random, language: string): string {
  let text = SOURCES[language] ?? "";
  for (let edits = random.int(12); edits > 0; edits--) {
    const from = random.int(text.length + 1), to = Math.min(text.length, from + random.int(random.pick([3, 40, 300])));
    const other = random.int(text.length + 1), part = text.slice(other, other + random.int(random.pick([3, 40, 300])));
    const put = random.chance(0.5) ? random.pick(FRAGMENTS) : part.repeat(random.chance(0.1) ? 1 + random.int(50) : 1);
    text = text.slice(0, from) + put + text.slice(random.chance(0.5) ? from : to);
  }
  return text;
}
