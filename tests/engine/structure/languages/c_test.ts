import { assertEquals } from "@std/assert";
import { outlineLines } from "./outline_lines.ts";

Deno.test("an outline has functions, types, macros and variables of C", async () => {
  const source = String.raw`
#ifndef PARTS_H
#define PARTS_H
#define LIMIT 10
#define SQUARE(x) ((x) * (x))
#define SWAP(a, b) do { /* uses t */ \
  int t = a; a = b; b = t; \
} while (0)
struct point { int x, y; };
typedef struct node {
  struct node *next;
} node;
typedef int (*compare_fn)(const void *, const void *);
typedef enum { LOW, HIGH } level;
union value { int i; float f; };
extern int counter;
static const char *names[] = { "a", "b" };

/* Adds. */
static inline int add(int a, int b) {
  int local = a;
  return local + b;
}
char **copy_all(char **all, int n);
int (*chosen(int which))(int) { return 0; }
int old_style(a, b)
  int a;
  char *b;
{
  return 0;
}
#endif
`;
  assertEquals(await outlineLines("parts.c", source), [
    "3-3 constant LIMIT",
    "4-4 macro SQUARE",
    "5-7 macro SWAP",
    "8-8 struct point",
    "9-11 struct node (name 11)",
    "12-12 type compare_fn",
    "13-13 enum level",
    "14-14 struct value",
    "15-15 variable counter",
    "16-16 variable names",
    "19-22 function add (comment 18)",
    "23-23 function copy_all",
    "24-24 function chosen",
    "25-30 function old_style",
  ]);
});

Deno.test("an outline has C with a preprocessor between its lines", async () => {
  const source = String.raw`
#if defined(NEW) && \
  (VERSION > 2)
static void timeout(struct timer *t, int status) {
#else
static void timeout(struct timer *t) {
#endif
  if (t) {
#ifdef LOG
    log("x");
  } else {
#endif
  }
}
#if 0
void never(void) {
#endif
API_EXPORT int *after(void);
int last(int a) {
  return a;
}
TEST_BEGIN(counting) {
  check(1);
}
`;
  assertEquals(await outlineLines("branches.c", source), [
    "3-13 function timeout",
    "17-17 function after",
    "18-20 function last",
    "21-23 function counting",
  ]);
});

Deno.test("an outline has classes, methods outside of them and templates of C++", async () => {
  const source = `
namespace geo::detail {
class Forward;
template <typename T>
class Shape : public Base {
 public:
  Shape();
  explicit Shape(int n) : n_(n) {}
  virtual ~Shape();
  virtual double area() const = 0;
  bool operator==(const Shape& other) const;
  operator int() const;
  template <class U> void each(U visit) {}
  Shape& operator=(const Shape&) = delete;
  using Item = T;
  enum class Kind { Flat };
 private:
  int n_ = 0;
};
}  // namespace geo::detail

template <class T>
T* geo::Shape<T>::first() {
  return nullptr;
}
double Circle::area() const {
  Point center(x, y);
  return 0;
}
Circle::~Circle() {}
const std::string& name_of(const Shape& shape) { return shape.name; }
bool operator<(const Shape& a, const Shape& b) { return true; }
template <> struct std::hash<Shape> {
  size_t operator()(const Shape& s) const { return 0; }
};
class API Exported final : public Base {};
void Store::put(int key) REQUIRES(mutex_) {}
`;
  assertEquals(await outlineLines("shape.cpp", source), [
    "1-19 module geo::detail",
    "  3-18 class Shape (name 4)",
    "    6-6 constructor Shape",
    "    7-7 constructor Shape",
    "    8-8 method ~Shape",
    "    9-9 method area",
    "    10-10 method operator==",
    "    11-11 method operator int",
    "    12-12 method each",
    "    13-13 method operator=",
    "    14-14 type Item",
    "    15-15 enum Kind",
    "21-24 method Shape.first (name 22)",
    "25-28 method Circle.area",
    "29-29 method Circle.~Circle",
    "30-30 function name_of",
    "31-31 function operator<",
    "32-34 struct std.hash",
    "  33-33 method operator()",
    "35-35 class Exported",
    "36-36 method Store.put",
  ]);
});

Deno.test("an outline has a header of C++ by its text, not by its name", async () => {
  const source = `
class Both {
 public:
  void run();
};
`;
  assertEquals(await outlineLines("both.h", source), [
    "1-4 class Both",
    "  3-3 method run",
  ]);
});
