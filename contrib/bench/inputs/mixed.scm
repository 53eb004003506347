; SPDX-License-Identifier: GPL-3.0-or-later
; Scheme's kinds of work: recursion, lists, strings, vectors, symbols, continuations, an evaluator.

(define rounds (string->number (car *args*)))

(define (tak x y z)
  (if (not (< y x)) z
      (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))

(define (queens board-size)
  (define (safe? row distance placed)
    (or (null? placed)
        (and (not (= (car placed) row))
             (not (= (abs (- (car placed) row)) distance))
             (safe? row (+ distance 1) (cdr placed)))))
  (define (place column placed)
    (if (= column 0) 1
        (let try ((row 1) (found 0))
          (if (> row board-size) found
              (try (+ row 1)
                   (if (safe? row 1 placed) (+ found (place (- column 1) (cons row placed))) found))))))
  (place board-size '()))

(define (derive e)
  (cond ((number? e) 0)
        ((symbol? e) (if (eq? e 'x) 1 0))
        ((eq? (car e) '+) (cons '+ (map derive (cdr e))))
        ((eq? (car e) '*)
         (list '+ (list '* (derive (cadr e)) (caddr e)) (list '* (cadr e) (derive (caddr e)))))
        (else (list 'd e))))

(define (size e) (if (pair? e) (+ (size (car e)) (size (cdr e))) 1))

(define (sort-vector! v)
  (let ((n (vector-length v)))
    (do ((i 1 (+ i 1))) ((= i n) v)
      (let ((x (vector-ref v i)))
        (do ((j (- i 1) (- j 1)))
            ((or (< j 0) (<= (vector-ref v j) x)) (vector-set! v (+ j 1) x))
          (vector-set! v (+ j 1) (vector-ref v j)))))))

(define (random-vector n seed)
  (let ((v (make-vector n)))
    (do ((i 0 (+ i 1)) (x seed (modulo (+ (* x 1103) 12345) 65536))) ((= i n) v)
      (vector-set! v i x))))

(define (words n)
  (do ((i 0 (+ i 1))
       (text "" (string-append text (number->string (* i i)) (if (even? i) " " ","))))
      ((= i n) text)))

(define (count-spaces text)
  (let look ((i 0) (found 0))
    (if (= i (string-length text)) found
        (look (+ i 1) (if (char=? (string-ref text i) #\space) (+ found 1) found)))))

(define (leaves tree)
  (define return #f)
  (define (walk t)
    (cond ((null? t) 'done)
          ((pair? t) (walk (car t)) (walk (cdr t)))
          (else (call/cc (lambda (rest) (set! resume (lambda () (rest #f))) (return t))))))
  (define resume (lambda () (walk tree) (return 'end)))
  (lambda () (call/cc (lambda (k) (set! return k) (resume)))))

(define (evaluate e names)
  (cond ((symbol? e) (cdr (assq e names)))
        ((not (pair? e)) e)
        ((eq? (car e) 'if)
         (evaluate (if (evaluate (cadr e) names) (caddr e) (cadddr e)) names))
        ((eq? (car e) 'let1)
         (evaluate (cadddr e) (cons (cons (cadr e) (evaluate (caddr e) names)) names)))
        (else (apply (evaluate (car e) names) (map (lambda (a) (evaluate a names)) (cdr e))))))

(define globals (list (cons '+ +) (cons '* *) (cons '< <) (cons 'list list)))

(define (print . what) (for-each display what) (newline))

(do ((i 0 (+ i 1))) ((= i rounds))
  (print "tak " (tak 9 (+ 3 (modulo i 2)) 2))
  (print "queens " (queens 5))
  (print "derive " (size (derive (derive '(* (+ x (* a x)) (+ (* x x) (* 3 x)))))))
  (let ((v (sort-vector! (random-vector 60 (+ i 7)))))
    (print "sorted " (vector-ref v 0) " " (vector-ref v 59)))
  (print "spaces " (count-spaces (words 40)))
  (let ((next (leaves '(1 (2 (3 4) 5) ((6)) 7))))
    (let more ((x (next)) (sum 0))
      (if (eq? x 'end) (print "leaves " sum) (more (next) (+ sum x)))))
  (let more ((j 0) (sum 0))
    (if (= j 30) (print "evaluated " sum)
        (more (+ j 1)
              (+ sum (evaluate '(let1 y (* x 3) (if (< x 10) (+ y 1) (* y (+ x y))))
                               (cons (cons 'x j) globals)))))))
