import { assertEquals } from "@std/assert";
import { outlineLines } from "./outline_lines.ts";

Deno.test("an outline has Java's types, constructors, methods and constants", async () => {
  const source = `
package a.b;

/** A shop. */
@Service
public class Shop<T> extends Base implements Closeable {
  public static final int MAX = 1, MIN = 2;
  private int count;

  Shop() {}

  @Override
  public <X> void close(int a) throws IOException {
    int local = 1;
    new Thread() {
      public void run() {}
    };
  }

  enum Size { SMALL { void grow() {} }; void shrink() {} }
}

interface Named { int LENGTH = 1; String name(); default void reset() {} }
record Pair(int a, String b) { Pair {} static int size() { return 2; } }
@interface Marker { String value() default ""; }
`;
  assertEquals(await outlineLines("Shop.java", source), [
    "4-20 class Shop (name 5, comment 3)",
    "  6-6 constant MAX",
    "  6-6 constant MIN",
    "  7-7 field count",
    "  9-9 constructor Shop",
    "  11-17 method close (name 12)",
    "    15-15 method run",
    "  19-19 enum Size",
    "    19-19 field SMALL",
    "    19-19 method grow",
    "    19-19 method shrink",
    "22-22 interface Named",
    "  22-22 constant LENGTH",
    "  22-22 method name",
    "  22-22 method reset",
    "23-23 class Pair",
    "  23-23 field a",
    "  23-23 field b",
    "  23-23 constructor Pair",
    "  23-23 method size",
    "24-24 interface Marker",
    "  24-24 method value",
  ]);
});

Deno.test("an outline has C#'s types, members and namespaces", async () => {
  const source = `
namespace Acme.Shops;

/// <summary>A shop.</summary>
[Serializable]
public partial class Shop : Base
{
    public const int Max = 1;
    private int count;
    public string Name { get; set; }
    public event EventHandler Closed;
    public Shop(int count) : base() { }
    ~Shop() { }
    public T Find<T>(int id) where T : class { int Local() => 1; return null; }
    public static bool operator ==(Shop a, Shop b) => true;
    public static implicit operator int(Shop s) => 0;
    public int this[int i] => i;
}
public record Pair(int A, int B);
public struct Point { public int X; }
public interface INamed { string Name(); }
public enum Size { Small }
public delegate void Handler(int code);
`;
  assertEquals(await outlineLines("Shop.cs", source), [
    "1-1 module Acme.Shops",
    "4-17 class Shop (name 5, comment 3)",
    "  7-7 constant Max",
    "  8-8 field count",
    "  9-9 property Name",
    "  10-10 property Closed",
    "  11-11 constructor Shop",
    "  12-12 method Shop",
    "  13-13 method Find",
    "    13-13 function Local",
    "  14-14 method ==",
    "  15-15 method int",
    "  16-16 property this",
    "18-18 class Pair",
    "  18-18 field A",
    "  18-18 field B",
    "19-19 struct Point",
    "  19-19 field X",
    "20-20 interface INamed",
    "  20-20 method Name",
    "21-21 enum Size",
    "  21-21 field Small",
    "22-22 type Handler",
  ]);
});

Deno.test("an outline has Kotlin's classes, objects, functions and extensions", async () => {
  const source = `
package a.b

/** A shop. */
@Service
data class Shop<T>(val name: String) : Base() {
    @A @B
    private companion object {
        const val MAX = 1
        fun create(): Shop<Int> = Shop("x")
    }
    constructor(id: Int) : this("x")
    val size: Int get() = 1
    override fun close(a: Int): Int {
        fun local() {}
        val value = 1
        return value
    }
}

@A @B sealed interface Named { fun name(): String }
@A
@B("(")
internal fun interface Log {
    fun suspend()
}
object Registry { private companion object Inner }
enum class Size { SMALL, LARGE }
@A @B private fun List<String>.joined() = "x"
val made = object : Named by other {
    fun run() {}
}
const val LIMIT = 1
var state = 0
typealias Id = Int
`;
  assertEquals(await outlineLines("Shop.kt", source), [
    "4-18 class Shop (name 5, comment 3)",
    "  5-5 field name",
    "  6-10 class companion (name 7)",
    "    8-8 constant MAX",
    "    9-9 method create",
    "  11-11 constructor constructor",
    "  12-12 property size",
    "  13-17 method close",
    "    14-14 function local",
    "20-20 interface Named",
    "  20-20 method name",
    "21-25 interface Log (name 23)",
    "  24-24 method suspend",
    "26-26 class Registry",
    "  26-26 class Inner",
    "27-27 enum Size",
    "  27-27 field SMALL",
    "  27-27 field LARGE",
    "28-28 function List.joined",
    "29-31 constant made",
    "  30-30 function run",
    "32-32 constant LIMIT",
    "33-33 variable state",
    "34-34 type Id",
  ]);
});

Deno.test("an outline has Swift's types, extensions, functions and properties", async () => {
  const source = `
import Foundation

/// A shop.
public final class Shop<T>: Base {
  static let max = 1
  var size: Int { 1 }
  @objc
  func close(_ a: Int) -> Int {
    func local() {}
    let value = 1
    return value
  }
  init(a: Int) {}
  static func == (a: Shop, b: Shop) -> Bool { true }
  deinit {}
}
struct Point { func norm() {} }
enum Size: Int { case small; func grow() {} }
protocol Named { func name() -> String; var id: Int { get } }
extension Shop: Named { func name() -> String { "x" } }
func +++(a: Int, b: Int) -> Int { a }
let limit = 1
typealias Id = Int
`;
  assertEquals(await outlineLines("Shop.swift", source), [
    "4-16 class Shop (comment 3)",
    "  5-5 property max",
    "  6-6 property size",
    "  7-12 method close (name 8)",
    "    9-9 function local",
    "  13-13 constructor init",
    "  14-14 method ==",
    "  15-15 method deinit",
    "17-17 struct Point",
    "  17-17 method norm",
    "18-18 enum Size",
    "  18-18 field small",
    "  18-18 method grow",
    "19-19 interface Named",
    "  19-19 method name",
    "  19-19 property id",
    "20-20 implementation Shop",
    "  20-20 method name",
    "21-21 function +++",
    "22-22 constant limit",
    "23-23 type Id",
  ]);
});

Deno.test("an outline has PHP's namespaces, types, functions and constants", async () => {
  const source = String.raw`
<?php
namespace Acme\Shops;

const LIMIT = 1;
define("OTHER", 2);

/** A shop. */
#[Service]
abstract class Shop extends Base
{
    const MAX = 1;
    private int $count;
    public function __construct(private int $id) {}
    #[Route]
    public static function create(): static { return new static(1); }
    abstract protected function close(): void;
}
interface Named { public function name(): string; }
trait Counts { public function count(): int { return 1; } }
enum Size: string { case Small = 's'; public function grow(): void {} }
function helper(int $a): int { return $a; }
$callback = function () {};
$arrow = fn($x) => $x;
`;
  assertEquals(await outlineLines("shop.php", source), [
    "2-2 module Acme\\Shops",
    "4-4 constant LIMIT",
    "5-5 constant OTHER",
    "8-17 class Shop (name 9, comment 7)",
    "  11-11 constant MAX",
    "  12-12 field count",
    "  13-13 method __construct",
    "    13-13 field id",
    "  14-15 method create (name 15)",
    "  16-16 method close",
    "18-18 interface Named",
    "  18-18 method name",
    "19-19 trait Counts",
    "  19-19 method count",
    "20-20 enum Size",
    "  20-20 field Small",
    "  20-20 method grow",
    "21-21 function helper",
    "22-22 function callback",
    "23-23 function arrow",
  ]);
});
