/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The signal of the timers.  A program may give any signal a meaning of its own.  SIGURG is the one
   that may come at any time without meaning anything (out-of-band data, which hardly anybody
   sends), and that debuggers pass on: if the program resets it to what it was, time is not sampled
   any more, and that is all, while SIGPROF or a real-time signal would end the program, or the one
   that it becomes by exec.  SIGWINCH is the other one that does nothing where nobody handles it.
   SIGPROF stays the program's.  PATHPROF_SAMPLE_SIGNAL chooses another.

   Whether the program has taken the signal is looked at whenever a thread begins and counts are
   written. */
#include "sampler.h"

DEFINE_CALL_RETURN

static void signal_action(int number, const struct call_action *new, struct call_action *old)
{
    if (syscall(SYS_rt_sigaction, number, new, old, sizeof new->mask) != 0 && old)
        *old = (struct call_action){.handler.simple = SIG_DFL};
}

static bool is_default(int number)
{
    struct call_action action;
    signal_action(number, NULL, &action);
    return action.handler.simple == SIG_DFL || action.handler.simple == SIG_IGN;
}

static const struct {
    char name[8];
    int number;
} known_signals[] = {{"URG", SIGURG},   {"PROF", SIGPROF},   {"VTALRM", SIGVTALRM},
                     {"IO", SIGIO},     {"WINCH", SIGWINCH}, {"USR1", SIGUSR1},
                     {"USR2", SIGUSR2}, {"ALRM", SIGALRM}};

/* PROF, SIGPROF, a number, RTMIN+3, RTMAX-1; 0: none of these. */
static int signal_named(const char *name)
{
    const char *at = name;
    int number = 0, digits = 0;
    if (strncmp(at, "SIG", 3) == 0)
        at += 3;
    for (size_t i = 0; i < sizeof known_signals / sizeof *known_signals; i++)
        if (strcmp(at, known_signals[i].name) == 0)
            return known_signals[i].number;
    bool up = strncmp(at, "RTMIN+", 6) == 0, down = strncmp(at, "RTMAX-", 6) == 0;
    for (at += up || down ? 6 : 0; *at >= '0' && *at <= '9' && digits < 3; at++, digits++)
        number = 10 * number + (*at - '0');
    if (*at || !digits)
        return 0;
    number = up ? SIGRTMIN + number : down ? SIGRTMAX - number : number;
    bool catchable = number > 0 && number <= SIGRTMAX && number != SIGKILL && number != SIGSTOP &&
                     (number < 32 || number >= SIGRTMIN);
    return catchable && !(up && number < SIGRTMIN) && !(down && number < SIGRTMIN) ? number : 0;
}

/* Returns false, having said why, if there is none. */
static bool choose_signal(struct sampler *s)
{
    const char *wanted = system_environment("PATHPROF_SAMPLE_SIGNAL");
    if (wanted && *wanted) {
        s->signal = signal_named(wanted);
        if (!s->signal)
            TELL("PATHPROF_SAMPLE_SIGNAL is not a signal such as URG, PROF, RTMIN+3 or 40, but '",
                 wanted, "'; time is not sampled");
        else if (!is_default(s->signal))
            TELL("the program handles the signal of PATHPROF_SAMPLE_SIGNAL=", wanted,
                 " itself; time is not sampled");
        return s->signal && is_default(s->signal);
    }
    s->signal = is_default(SIGURG) ? SIGURG : SIGWINCH;
    if (is_default(s->signal))
        return true;
    TELL("the program handles both SIGURG and SIGWINCH; time is not sampled "
         "(PATHPROF_SAMPLE_SIGNAL=RTMIN+3, or another, chooses the signal for it)");
    return false;
}

static struct call_action action_of(sample_handler *handler)
{
    /* Of two signals at one tick the second would find the program in the first's handler: another
       profiler's does not. */
    struct call_action action = {
        .handler.full = handler, .flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK, .mask = UINT64_MAX};
    call_action_complete(&action);
    return action;
}

static void take_signal(struct sampler *s, const struct call_action *action)
{
    signal_action(s->signal, action, NULL);
}

/* Whether the signal is still the sampler's, if it has been. */
static bool has_signal(const struct sampler *s)
{
    struct call_action action;
    bool used = false;
    signal_action(s->signal, NULL, &action);
    for (size_t i = 0; i < MOST_MODULES; i++) {
        sample_handler *handler = s->actions[i].handler.full;
        if (handler && (action.flags & SA_SIGINFO) && action.handler.full == handler)
            return true;
        used |= handler != NULL;
    }
    return !used;
}

/* Nothing that is pending may end the process. */
static void ignore_signal(const struct sampler *s)
{
    struct call_action ignored = {.handler.simple = SIG_IGN};
    signal_action(s->signal, &ignored, NULL);
}

/* There are no timers any more. */
static void leave_signal(struct sampler *s)
{
    signal_action(s->signal, &s->before, NULL);
}
