inline int inl(int x)
{
    if (x % 2)
        return 1;
    return 2;
}
int hook(int x) { return x; }
int other(int x) { return inl(x); }
