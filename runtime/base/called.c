/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What GCC calls by itself (called.h): the four functions that it takes for granted everywhere.
   Other parts of the runtime call them too, so they are not static.  Nor may they be for -fno-plt:
   then GCC takes the address from the global offset table, an entry of which aarch64's assembler
   describes by section and offset if the name is local, and its linker does not look at the offset. */

void *called_memcpy(void *to, const void *from, size_t size) __asm__("__pathprof_memcpy");
void *called_memmove(void *to, const void *from, size_t size) __asm__("__pathprof_memmove");
void *called_memset(void *to, int byte, size_t size) __asm__("__pathprof_memset");
int called_memcmp(const void *a, const void *b, size_t size) __asm__("__pathprof_memcmp");

void *called_memcpy(void *to, const void *from, size_t size)
{
    return own_memmove(to, from, size);
}

void *called_memmove(void *to, const void *from, size_t size)
{
    return own_memmove(to, from, size);
}

void *called_memset(void *to, int byte, size_t size)
{
    return own_memset(to, byte, size);
}

int called_memcmp(const void *a, const void *b, size_t size)
{
    return own_memcmp(a, b, size);
}
