#include "tool.h"
static enum pp_status run(const struct pp_settings *settings)
{
    (void)settings;
    return PP_OK;
}
static const struct pp_option options[] = {
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};
const struct pp_command pp_contexts = {
    .name = "contexts", .subject = "FUNCTION", .summary = "x", .options = options, .run = run};
