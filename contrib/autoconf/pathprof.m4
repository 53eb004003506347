# SPDX-License-Identifier: GPL-3.0-or-later
# AX_PATHPROF
#
# Adds --enable-pathprof[=PLUGIN] and --with-pathprof-options="mode=path update=thread".  PLUGIN is a name that
# GCC finds, or a path to pathprof.so.  Substitutes PATHPROF_FLAGS, empty unless enabled, to be added to a
# program's flags for compiling and for linking:
#
#     prog_CFLAGS = $(PATHPROF_FLAGS)
#     prog_LDFLAGS = $(PATHPROF_FLAGS)
#
# and the Automake conditional PATHPROF.  Stops configure if the compiler cannot load the plugin.
AC_DEFUN([AX_PATHPROF], [
  AC_REQUIRE([AC_PROG_CC])
  AC_ARG_ENABLE([pathprof],
    [AS_HELP_STRING([--enable-pathprof@<:@=PLUGIN@:>@], [count the paths that programs take])],
    [], [enable_pathprof=no])
  AC_ARG_WITH([pathprof-options],
    [AS_HELP_STRING([--with-pathprof-options=LIST], [options of the plugin @<:@mode=path@:>@])],
    [], [with_pathprof_options="mode=path"])
  PATHPROF_FLAGS=
  AS_IF([test "x$enable_pathprof" != xno], [
    AS_IF([test "x$enable_pathprof" = xyes], [enable_pathprof=pathprof])
    PATHPROF_FLAGS="-fplugin=$enable_pathprof"
    for ax_option in $with_pathprof_options; do
      PATHPROF_FLAGS="$PATHPROF_FLAGS -fplugin-arg-pathprof-$ax_option"
    done
    AC_MSG_CHECKING([whether $CC takes $PATHPROF_FLAGS])
    ax_saved_cflags=$CFLAGS
    CFLAGS="$CFLAGS $PATHPROF_FLAGS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [AC_MSG_RESULT([yes])], [
      AC_MSG_RESULT([no])
      AC_MSG_ERROR([the compiler does not take the plugin; config.log has its message])])
    CFLAGS=$ax_saved_cflags
  ])
  AC_SUBST([PATHPROF_FLAGS])
  m4_ifdef([AM_CONDITIONAL], [AM_CONDITIONAL([PATHPROF], [test -n "$PATHPROF_FLAGS"])])
])
