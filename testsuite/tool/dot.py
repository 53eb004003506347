#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what `pathprof graph` prints for dot, by the grammar of the language, and checks it against --json.

    dot.py nodes FILE             how many nodes it has
    dot.py same DOT JSON          DOT draws the vertices and edges of JSON: each vertex in one node, each edge
                                  with its count, or between two vertices of a node that say the same
    dot.py flow DOT               what comes to a node and what leaves it is its count, with what is not drawn
"""

import json
import re
import sys

TOKEN = re.compile(r'\s*(?:("(?:[^"\\\n]|\\.)*")|(->|[{}\[\];,=])|([A-Za-z_][A-Za-z_0-9]*|-?[0-9.]+))', re.S)
ATTRIBUTES = {"shape", "fontname", "label", "color", "penwidth", "style", "constraint", "fontcolor"}


def tokens(text):
    place, out = 0, []
    text = text.rstrip()
    while place < len(text):
        found = TOKEN.match(text, place)
        assert found, "no token at " + repr(text[place : place + 40])
        out.append(found.group(found.lastindex))
        place = found.end()
    return out


class Reader:
    """graph: 'digraph' ID '{' (attribute | node | edge)* '}', each with ';'."""

    def __init__(self, path):
        with open(path, encoding="utf-8", errors="strict") as stream:
            self.rest = tokens(stream.read())
        self.nodes, self.edges = {}, []
        self.take("digraph")
        self.rest.pop(0)
        self.take("{")
        while self.rest[0] != "}":
            self.statement()
        self.take("}")
        assert not self.rest, self.rest

    def take(self, token):
        got = self.rest.pop(0)
        assert got == token, (got, token)

    def attributes(self):
        found = {}
        self.take("[")
        while self.rest[0] != "]":
            name = self.rest.pop(0)
            assert name in ATTRIBUTES, name
            self.take("=")
            value = self.rest.pop(0)
            assert value[0] == '"' or re.fullmatch(r"[a-z0-9.]+", value), value
            found[name] = value.strip('"')
            if self.rest[0] == ",":
                self.take(",")
        self.take("]")
        return found

    def statement(self):
        first = self.rest.pop(0)
        if self.rest[0] == "=":
            self.rest[:2] = []
        elif self.rest[0] == "->":
            self.take("->")
            second = self.rest.pop(0)
            self.edges.append((first, second, self.attributes()))
        else:
            found = self.attributes()
            if first not in ("node", "edge"):
                assert first not in self.nodes, first
                self.nodes[first] = found
        self.take(";")

    def check_ends(self):
        for start, end, _ in self.edges:
            assert start in self.nodes and end in self.nodes, (start, end)

    def lines(self, node):
        return [line for line in re.split(r"\\[nl]", self.nodes[node]["label"]) if line]

    def members(self, node):
        """The vertices that a node is made of."""
        if not re.match(r"\d", self.nodes[node]["label"]):
            return [int(node[1:])]
        out = []
        for part in self.nodes[node]["label"].split(":")[0].split():
            low, _, high = part.partition("-")
            out += range(int(low), int(high or low) + 1)
        return out

    def count(self, node):
        last = self.lines(node)[-1]
        return int(last) if last.isdigit() else None


def last_number(text):
    found = re.search(r"(\d+)$", text)
    return int(found.group(1)) if found else None


def same(graph, profile):
    node_of, next_of = {}, {}
    counts = {v["id"]: v["count"] for v in profile["vertices"]}
    for node in graph.nodes:
        if node[0] != "v":
            continue
        members = graph.members(node)
        assert members[0] == int(node[1:]), node
        for vertex in members:
            assert vertex not in node_of, vertex
            node_of[vertex] = node
            assert graph.count(node) in (None, counts[vertex]), (node, vertex)
        next_of.update(zip(members, members[1:]))
    assert set(node_of) == set(counts), set(node_of) ^ set(counts)
    drawn = sorted((a, b, last_number(it["label"])) for a, b, it in graph.edges if a[0] == b[0] == "v")
    expected = []
    for edge in profile["edges"]:
        start, end = edge["from"], edge["to"]
        if edge["kind"] == "surrogate":
            continue
        if next_of.get(start) == end and node_of[start] == node_of[end]:
            assert edge["count"] == counts[start] == counts[end], edge
            del next_of[start]
            continue
        expected.append((node_of[start], node_of[end], edge["count"]))
    assert drawn == sorted(expected), (drawn, sorted(expected))
    assert not next_of, next_of
    hot = {node_of[v["id"]] for v in profile["vertices"] if v["hot"]}
    assert hot == {node for node, it in graph.nodes.items() if it.get("color") == "red"}


def flow(graph):
    checked = 0
    for node in graph.nodes:
        if node[0] != "v" or graph.count(node) is None:
            continue
        for side in (0, 1):
            total = sum(last_number(edge[2]["label"]) for edge in graph.edges if edge[side] == node)
            assert total == graph.count(node), (node, side, total)
            checked += 1
    assert checked, "nothing was checked"


def main():
    what, path, *rest = sys.argv[1:]
    graph = Reader(path)
    graph.check_ends()
    if what == "nodes":
        print(len(graph.nodes))
    elif what == "same":
        with open(rest[0], encoding="utf-8") as stream:
            same(graph, json.load(stream))
    elif what == "flow":
        flow(graph)


main()
