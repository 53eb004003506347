// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions, virtual calls, templates and inline functions, for the second compile.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

struct shape {
    virtual ~shape() {}
    virtual double area() const = 0;
};

struct square : shape {
    explicit square(double s) : side(s) {}
    double area() const override { return side * side; }
    double side;
};

struct circle : shape {
    explicit circle(double r) : radius(r)
    {
        if (r < 0)
            throw std::invalid_argument("radius " + std::to_string(r));
    }
    double area() const override { return 3 * radius * radius; }
    double radius;
};

template <typename T> T largest(const std::vector<T> &all)
{
    T best = all.front();
    for (const T &one : all)
        if (best < one)
            best = one;
    return best;
}

static double attempt(int i)
{
    std::vector<shape *> shapes;
    double sum = 0;
    try {
        shapes.push_back(new square(i));
        shapes.push_back(new circle(i % 10 == 9 ? -i : i));
    } catch (const std::exception &) {
        sum = -1;
    }
    std::vector<double> areas(1, sum);
    for (shape *s : shapes) {
        areas.push_back(s->area());
        delete s;
    }
    return largest(areas);
}

int main()
{
    double sum = 0;
    for (int i = 0; i < 500; i++)
        sum += attempt(i);
    std::printf("%.0f\n", sum);
    return 0;
}
