int one(int), two(int); int main(void) { return one(300) + two(400) == 0; }
