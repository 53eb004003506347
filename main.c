int api(int);
int helper(int x) { return x + 1; }
int main(void)
{
    for (int i = 0; i < 5; i++)
        if (api(i) != (i + 1) * 2)
            return 1;
    return 0;
}
