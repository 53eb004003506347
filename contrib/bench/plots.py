# SPDX-License-Identifier: GPL-3.0-or-later
"""Plots as SVG: lines over a few named places, in panels side by side, and groups of bars."""

from xml.sax.saxutils import escape

COLOURS = ["#1b6ca8", "#d1495b", "#2e8b57", "#e08e0b", "#7b4fa3", "#444444", "#00a0a0", "#a0522d"]
PANEL, HEIGHT, LEFT, TOP, GAP = 240, 220, 56, 44, 52


def ticks(low, high):
    """Some round numbers from LOW to HIGH."""
    step = 1.0
    span = max(high - low, 1e-9)
    while span / step > 8:
        step *= 10
    while span / step < 0.8:
        step /= 10
    for part in (5, 2):
        if span / step < 2.5:
            step /= part if span / (step / part) <= 8 else 1
    first = int(low / step) * step
    found = [first + step * i for i in range(60) if first + step * i <= high * (1 + 1e-9) + 1e-12]
    return [t for t in found if t >= low - 1e-12]


def number(value):
    return "%g" % round(value, 6)


def end_of_axis(peaks):
    """The axis goes to the highest of PEAKS, but not for the sake of one that is four times as high as all others: that
    is cut off there, and its value written beside it."""
    peaks = sorted(peaks)
    while len(peaks) > 1 and peaks[-1] > 4 * peaks[-2] > 0:
        peaks.pop()
    return max(peaks + [1e-3]) * 1.05


def parts_below(points, high):
    """Of the line through POINTS, of places and values, what is not above HIGH."""
    parts = [[]]
    for i, (x, value) in enumerate(points):
        x0, before = points[max(i - 1, 0)]
        if (value > high) != (before > high):
            crossing = (x0 + (x - x0) * (high - before) / (value - before), high)
            parts += [[]] if value > high else [[crossing]]
            if value > high:
                parts[-2].append(crossing)
        if value <= high:
            parts[-1].append((x, value))
    return [part for part in parts if len(part) > 1]


class Drawing:
    def __init__(self, width, height):
        self.parts = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
                      'viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">'
                      % (width, height, width, height),
                      '<rect width="100%" height="100%" fill="white"/>']

    def line(self, points, colour, width=1.0):
        self.parts.append('<polyline fill="none" stroke="%s" stroke-width="%g" points="%s"/>' % (
            colour, width, " ".join("%.1f,%.1f" % p for p in points)))

    def text(self, x, y, text, anchor="middle", extra=""):
        self.parts.append('<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>' % (
            x, y, anchor, extra, escape(text)))

    def box(self, x, y, width, height, colour):
        self.parts.append('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>' % (
            x, y, width, height, colour))

    def legend(self, names, y):
        x = LEFT
        for i, name in enumerate(names):
            self.box(x, y - 8, 9, 9, COLOURS[i % len(COLOURS)])
            self.text(x + 13, y, name, "start")
            x += 24 + 7 * len(name)

    def axis(self, x, width, high, unit):
        """The frame of a panel and its scale from 0.  Returns where a value is."""
        bottom = TOP + HEIGHT

        def place(value):
            return bottom - HEIGHT * value / high
        for tick in ticks(0, high):
            self.line([(x, place(tick)), (x + width, place(tick))], "#dddddd")
            self.text(x - 5, place(tick) + 4, number(tick) + unit, "end")
        self.line([(x, TOP), (x, bottom), (x + width, bottom)], "#000000")
        return place

    def write(self, path):
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(self.parts + ["</svg>", ""]))


def lines(path, title, places, panels, unit):
    """PANELS: [(name, {series: [value or None for each of PLACES]})], all to one scale."""
    series = list(dict.fromkeys(name for _, values in panels for name in values))
    high = end_of_axis([max(v for v in row if v is not None) for _, values in panels for row in values.values()
                        if any(v is not None for v in row)])
    drawing = Drawing(LEFT + len(panels) * (PANEL + GAP) + 10, TOP + HEIGHT + 62)
    drawing.text(LEFT, 16, title, "start", ' font-weight="bold"')
    for k, (name, values) in enumerate(panels):
        x = LEFT + k * (PANEL + GAP)
        where = drawing.axis(x, PANEL, high, unit)
        drawing.text(x + PANEL / 2, TOP - 8, name)
        at = [x + PANEL * i / (len(places) - 1) for i in range(len(places))]
        for i, place in enumerate(places):
            drawing.text(at[i], TOP + HEIGHT + 15, str(place))
        for which, row in values.items():
            points = [(at[i], v) for i, v in enumerate(row) if v is not None]
            colour = COLOURS[series.index(which) % len(COLOURS)]
            for part in parts_below(points, high):
                drawing.line([(px, where(v)) for px, v in part], colour, 1.8)
            px, peak = max(points, key=lambda p: p[1], default=(0, 0))
            if peak > high:
                drawing.text(px, TOP + 10, number(round(peak)) + unit, "end" if px > x else "start",
                             ' fill="%s"' % colour)
    drawing.legend(series, TOP + HEIGHT + 44)
    drawing.write(path)


def bars(path, title, groups, series, values, unit):
    """VALUES[group][series], a bar for each."""
    width = max(8, min(20, 620 // max(1, len(groups) * (len(series) + 1))))
    high = end_of_axis([v for row in values for v in row if v is not None])
    whole = len(groups) * (len(series) + 1) * width
    least = max(12 + 7 * len(title), sum(26 + 7 * len(name) for name in series), whole)
    drawing = Drawing(LEFT + least + 20, TOP + HEIGHT + 62)
    drawing.text(LEFT, 16, title, "start", ' font-weight="bold"')
    where = drawing.axis(LEFT, whole, high, unit)
    for g, row in enumerate(values):
        x = LEFT + (g * (len(series) + 1) + 0.5) * width
        for s, value in enumerate(row):
            if value is not None:
                top = where(min(max(value, 0), high))
                drawing.box(x + s * width, top, width - 1, TOP + HEIGHT - top,
                            COLOURS[s % len(COLOURS)])
                if value > high:
                    drawing.text(x + (s + 0.5) * width, TOP - 4, number(round(value)) + unit)
        drawing.text(x + len(series) * width / 2, TOP + HEIGHT + 15, groups[g])
    drawing.legend(series, TOP + HEIGHT + 44)
    drawing.write(path)
