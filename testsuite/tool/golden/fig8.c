double pow(double, long);
int main() {
    double t, result = 0.0;
    int i = 1;
    while( i <= 18 ) {
        if( (i%2) == 0 ) {
            t = pow( i, 2 );
            result += t;
        }
        if( (i%3) == 0 ) {
            t = pow( i, 2 );
            result += t;
        }
        i++;
    }
    return 0;
}

double pow(double base, long exp) {
    double power = 1.0;
    while( exp > 0 ) {
        power *= base;
        exp--;
    }
    return power;
}
