# SPDX-License-Identifier: GPL-3.0-or-later
# Path profiles of CMake targets.
#
#     include (Pathprof)
#     pathprof_enable (prog MODE path OPTIONS update=thread "functions=^parse")
#
# compiles and links PROG with the plugin if CMake is given -DPATHPROF=ON, and does nothing otherwise, so that
# the call may stay.  PATHPROF_PLUGIN says where the plugin is: a name that GCC finds, or a path to pathprof.so.
# With PATHPROF=ON, pathprof_report (prog) adds a target prog-paths that prints the hot paths of what has been
# run in the build directory.

option (PATHPROF "Count the paths of targets for which pathprof_enable was called" OFF)
set (PATHPROF_PLUGIN "pathprof" CACHE STRING "Name of the plugin, or path to pathprof.so")
find_program (PATHPROF_COMMAND pathprof DOC "The command that reads path profiles")

function (pathprof_enable target)
    cmake_parse_arguments (PARSE_ARGV 1 arg "" "MODE" "OPTIONS")
    if (arg_UNPARSED_ARGUMENTS)
        message (FATAL_ERROR "pathprof_enable: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
    endif ()
    if (NOT PATHPROF)
        return ()
    endif ()
    get_property (languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    foreach (language IN ITEMS C CXX)
        if (language IN_LIST languages AND NOT CMAKE_${language}_COMPILER_ID STREQUAL "GNU")
            message (FATAL_ERROR "pathprof_enable: ${CMAKE_${language}_COMPILER} is not GCC")
        endif ()
    endforeach ()
    set (flags "-fplugin=${PATHPROF_PLUGIN}")
    if (arg_MODE)
        list (APPEND flags "-fplugin-arg-pathprof-mode=${arg_MODE}")
    endif ()
    foreach (option IN LISTS arg_OPTIONS)
        list (APPEND flags "-fplugin-arg-pathprof-${option}")
    endforeach ()
    # At the link, too: with -flto that is where code is generated.
    target_compile_options (${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:${flags}>")
    target_link_options (${target} PRIVATE ${flags})
endfunction ()

function (pathprof_report target)
    if (NOT PATHPROF)
        return ()
    endif ()
    if (NOT PATHPROF_COMMAND)
        message (WARNING "pathprof_report: no command 'pathprof'; set PATHPROF_COMMAND")
        return ()
    endif ()
    add_custom_target (${target}-paths
        COMMAND ${PATHPROF_COMMAND} report $<TARGET_FILE:${target}>
        WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
        DEPENDS ${target}
        COMMENT "Hot paths of ${target}"
        VERBATIM)
endfunction ()
