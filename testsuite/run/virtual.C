// SPDX-License-Identifier: GPL-3.0-or-later
// Constructors, virtual calls, multiple inheritance (thunks), templates, lambdas, statics.
// @calls Square::area 30
// @calls Circle::area 20
// @calls Named::name 30
// @calls twice<int> 12
// @calls total 5
#include <cstdio>
#include <functional>
#include <vector>

struct Shape {
    virtual ~Shape() {}
    virtual int area() const = 0;
};
struct Named {
    int tag;
    explicit Named(int t) : tag(t) {}
    virtual ~Named() {}
    virtual int name() const;
};
__attribute__((noinline)) int Named::name() const
{
    return tag; /* count 30 */
}
struct Square : Shape, Named {
    int side;
    explicit Square(int s) : Named(s), side(s) {}
    __attribute__((noinline)) int area() const override;
    int name() const override { return Named::name() + 1; }
};
int Square::area() const
{
    return side * side; /* count 30 */
}
struct Circle : Shape {
    int radius;
    explicit Circle(int r) : radius(r) {}
    __attribute__((noinline)) int area() const override;
};
int Circle::area() const
{
    if (radius > 2)
        return 3 * radius * radius; /* count 10 */
    return 3;                       /* count 10 */
}

template <typename T> __attribute__((noinline)) T twice(T x)
{
    return x + x; /* count 12 */
}

struct Registry {
    Registry() { count = 7; }
    int count;
};
static Registry registry;

__attribute__((noinline)) int total(const std::vector<Shape *> &shapes)
{
    static int base = twice(registry.count);
    int s = base;
    for (const Shape *shape : shapes) {
        s += shape->area(); /* count 50 */
        if (const Named *named = dynamic_cast<const Named *>(shape))
            s += named->name(); /* count 30 */
    }
    return s;
}

int main()
{
    std::vector<Shape *> shapes;
    for (int i = 0; i < 6; i++)
        shapes.push_back(new Square(i));
    for (int i = 0; i < 4; i++)
        shapes.push_back(new Circle(i + 1));
    std::function<int(int)> add = [&](int x) { return twice(x) + 1; };
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += total(shapes);
    for (int i = 0; i < 11; i++)
        s += add(i);
    for (Shape *shape : shapes)
        delete shape;
    std::printf("%d\n", s);
    return 0;
}
