; SPDX-License-Identifier: GPL-3.0-or-later
; What mixed.scm does none of: to train on.

(define rounds (string->number (car *args*)))

(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(define (hanoi n from to by)
  (if (= n 0) 0
      (+ (hanoi (- n 1) from by to) 1 (hanoi (- n 1) by to from))))

(define (primes n)
  (let sift ((left (let up ((i n) (all '())) (if (< i 2) all (up (- i 1) (cons i all))))) (found '()))
    (if (null? left) (reverse found)
        (sift (let strike ((l left) (kept '()))
                (cond ((null? l) (reverse kept))
                      ((= 0 (remainder (car l) (car left))) (strike (cdr l) kept))
                      (else (strike (cdr l) (cons (car l) kept)))))
              (cons (car left) found)))))

(define (permutations l)
  (if (null? l) '(())
      (apply append
             (map (lambda (x)
                    (map (lambda (p) (cons x p))
                         (permutations (let without ((l l))
                                         (cond ((eqv? (car l) x) (cdr l))
                                               (else (cons (car l) (without (cdr l)))))))))
                  l))))

(define (turn text)
  (list->string (reverse (string->list text))))

(define (tree-insert tree key)
  (cond ((null? tree) (vector key '() '()))
        ((< key (vector-ref tree 0))
         (vector-set! tree 1 (tree-insert (vector-ref tree 1) key)) tree)
        (else (vector-set! tree 2 (tree-insert (vector-ref tree 2) key)) tree)))

(define (depth tree)
  (if (null? tree) 0 (+ 1 (max (depth (vector-ref tree 1)) (depth (vector-ref tree 2))))))

(define (collatz n steps)
  (case (modulo n 4)
    ((1) (if (= n 1) steps (collatz (+ (* 3 n) 1) (+ steps 1))))
    ((0 2) (collatz (quotient n 2) (+ steps 1)))
    (else (collatz (+ (* 3 n) 1) (+ steps 1)))))

(define (first-over limit l)
  (call/cc (lambda (return) (for-each (lambda (x) (if (> x limit) (return x))) l) #f)))

(do ((i 0 (+ i 1))) ((= i rounds))
  (write (list (fib 11) (hanoi 6 'a 'b 'c) (length (primes 120)) (length (permutations '(1 2 3 4)))
               (turn "a text (with \"quotes\") that is turned") (collatz (+ 27 i) 0)
               (first-over 90 (primes 100))
               (let build ((k 0) (x 17) (tree '()))
                 (if (= k 60) (depth tree)
                     (build (+ k 1) (modulo (+ (* x 37) 11) 1009) (tree-insert tree x))))))
  (newline))
