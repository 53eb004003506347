# SPDX-License-Identifier: GPL-3.0-or-later
# nix-build -E 'with import <nixpkgs> {}; callPackage ./contrib/packaging { }'
# For another GCC: callPackage ./contrib/packaging { stdenv = gcc14Stdenv; }.  Then, in a shell with that GCC:
# gcc -fplugin=$(pathprof)/lib/pathprof/pathprof.so
{ lib, stdenv, gmp, elfutils, jansson, zlib, dejagnu, python3 }:

stdenv.mkDerivation {
  pname = "pathprof";
  version = "0.1.0";
  src = lib.cleanSource ../..;

  buildInputs = [ gmp elfutils jansson zlib ];
  nativeCheckInputs = [ dejagnu python3 ];

  makeFlags = [ "GCC=gcc" "prefix=$(out)" "PLUGIN_DIR=$(out)/lib/pathprof" ];
  enableParallelBuilding = true;

  # What shows that the plugin counts; the whole suite expects a Debian machine.
  doCheck = true;
  checkPhase = ''
    make check GCC=gcc RUNTESTFLAGS="run.exp ONLY=single*"
  '';

  meta = {
    description = "Profiler of program paths: a plugin of GCC, its runtime and a command";
    license = [ lib.licenses.gpl3Plus ];
    platforms = [ "x86_64-linux" "aarch64-linux" "riscv64-linux" ];
    mainProgram = "pathprof";
  };
}
