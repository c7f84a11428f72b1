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
static struct point origin = // of all
  INIT(0, 0);
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
    "2-2 flag PARTS_H",
    "3-3 constant LIMIT",
    "4-4 macro SQUARE",
    "5-7 macro SWAP",
    "8-8 struct point",
    "  8-8 field x",
    "  8-8 field y",
    "9-11 struct node (name 11)",
    "  10-10 field next",
    "12-12 type compare_fn",
    "13-13 enum level",
    "  13-13 field LOW",
    "  13-13 field HIGH",
    "14-14 struct value",
    "  14-14 field i",
    "  14-14 field f",
    "15-15 variable counter",
    "16-17 variable origin",
    "18-18 variable names",
    "21-24 function add (comment 20)",
    "25-25 function copy_all",
    "26-26 function chosen",
    "27-32 function old_style",
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
signals:  // of Qt
  void changed();
 private slots:
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
    "1-21 module geo::detail",
    "  3-20 class Shape (name 4)",
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
    "      15-15 field Flat",
    "    17-17 method changed",
    "    19-19 field n_",
    "23-26 method Shape.first (name 24)",
    "27-30 method Circle.area",
    "31-31 method Circle.~Circle",
    "32-32 function name_of",
    "33-33 function operator<",
    "34-36 struct std.hash",
    "  35-35 method operator()",
    "37-37 class Exported",
    "38-38 method Store.put",
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
