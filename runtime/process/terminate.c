/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* C++ programs that end by an exception that nobody catches, or by a call of std::terminate in
   the C++ library: they abort without running destructors. */
#include "../sample.h"

typedef void terminate_handler(void);

/* std::set_terminate; a program without the C++ library has none. */
#pragma weak _ZSt13set_terminatePFvvE
terminate_handler *_ZSt13set_terminatePFvvE(terminate_handler *handler);

static terminate_handler *handler_before;

/* Whatever std::terminate did before, it does now. */
static void on_terminate(void)
{
    leave_modules(true);
    if (handler_before)
        handler_before();
}

/* A program that sets a handler of its own has that, and ours is gone; it may keep ours, to call it
   at any time.  So only the program itself has one, which is never unloaded. */
static void watch_terminate(void)
{
    if (__pathprof_is_in_program() && _ZSt13set_terminatePFvvE)
        handler_before = _ZSt13set_terminatePFvvE(on_terminate);
}
