int helper(int x)
{
    if (x > 100)
        return 0;
    return x + 1;
}
int api(int x) { return helper(x) * 2; }
