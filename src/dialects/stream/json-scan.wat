;; Checks one JSON value in memory and finds its end.
;;
;; value(i) gives the address just behind the value that starts at i, or -1 when the bytes are no
;; JSON value or are nested deeper than 1024. The caller ends every line with a line feed: it is
;; never whitespace here, so that nothing runs past the line. Eight bytes of padding must follow
;; the last line, because strings are read a word at a time. UTF-8 is checked elsewhere.
;; Addresses 0 to 1023 hold the closing brackets that are still owed.
(module
  (memory (export "memory") 1)

  (func (export "value") (param $i i32) (result i32)
    (local $c i32) (local $depth i32) (local $owed i32) (local $is_key i32)
    (local $j i32) (local $w i64)
    (block $bad
      (loop $next
        (local.set $c (i32.load8_u (local.get $i)))
        (block $after
          ;; a string: as a key it goes on to the value, as a value to what follows
          (if (i32.eq (local.get $c) (i32.const 0x22))
            (then
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (block $closed
                (loop $text
                  ;; marks bytes that are a quote, a backslash or a control character; a mark above
                  ;; the lowest can be false, and only the lowest is used
                  (local.set $w (i64.load align=1 (local.get $i)))
                  (local.set $w
                    (i64.and
                      (i64.or
                        (i64.or
                          (i64.sub
                            (i64.xor (local.get $w) (i64.const 0x2222222222222222))
                            (i64.const 0x0101010101010101))
                          (i64.sub
                            (i64.xor (local.get $w) (i64.const 0x5c5c5c5c5c5c5c5c))
                            (i64.const 0x0101010101010101)))
                        (i64.sub (local.get $w) (i64.const 0x2020202020202020)))
                      (i64.and
                        (i64.xor (local.get $w) (i64.const -1))
                        (i64.const 0x8080808080808080))))
                  (if (i64.eqz (local.get $w))
                    (then
                      (local.set $i (i32.add (local.get $i) (i32.const 8)))
                      (br $text)))
                  (local.set $i
                    (i32.add
                      (local.get $i)
                      (i32.wrap_i64 (i64.shr_u (i64.ctz (local.get $w)) (i64.const 3)))))
                  (local.set $c (i32.load8_u (local.get $i)))
                  (br_if $closed (i32.eq (local.get $c) (i32.const 0x22)))
                  (br_if $bad (i32.ne (local.get $c) (i32.const 0x5c)))
                  (local.set $i (call $escape (local.get $i)))
                  (br_if $bad (i32.lt_s (local.get $i) (i32.const 0)))
                  (br $text)))
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (br_if $after (i32.eqz (local.get $is_key)))
              (if (i32.ne (i32.load8_u (local.get $i)) (i32.const 0x3a))
                (then
                  (local.set $i (call $space (local.get $i)))
                  (br_if $bad (i32.ne (i32.load8_u (local.get $i)) (i32.const 0x3a)))))
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (local.set $is_key (i32.const 0))
              (br $next)))
          ;; whitespace before a key or a value
          (if (i32.le_u (local.get $c) (i32.const 0x20))
            (then
              (local.set $j (call $space (local.get $i)))
              (br_if $bad (i32.eq (local.get $j) (local.get $i)))
              (local.set $i (local.get $j))
              (br $next)))
          (br_if $bad (local.get $is_key))
          ;; { and [ differ from their closing bracket by two
          (if (i32.eq (i32.or (local.get $c) (i32.const 0x20)) (i32.const 0x7b))
            (then
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (if (i32.le_u (i32.load8_u (local.get $i)) (i32.const 0x20))
                (then (local.set $i (call $space (local.get $i)))))
              (if (i32.eq
                    (i32.load8_u (local.get $i))
                    (i32.add (local.get $c) (i32.const 2)))
                (then
                  (local.set $i (i32.add (local.get $i) (i32.const 1)))
                  (br $after)))
              (br_if $bad (i32.ge_u (local.get $depth) (i32.const 1024)))
              (i32.store8 (local.get $depth) (local.get $owed))
              (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
              (local.set $is_key (i32.eq (local.get $c) (i32.const 0x7b)))
              (local.set $owed (i32.add (local.get $c) (i32.const 2)))
              (br $next)))
          ;; - . / 0 to 9; what is no number is found out there
          (if (i32.lt_u (i32.sub (local.get $c) (i32.const 0x2d)) (i32.const 13))
            (then
              (local.set $i (call $number (local.get $i)))
              (br_if $bad (i32.lt_s (local.get $i) (i32.const 0)))
              (br $after)))
          ;; false, then true and null as one word
          (if (i32.eq (local.get $c) (i32.const 0x66))
            (then
              (br_if $bad
                (i32.ne
                  (i32.load offset=1 align=1 (local.get $i))
                  (i32.const 0x65736c61)))
              (local.set $i (i32.add (local.get $i) (i32.const 5)))
              (br $after)))
          (local.set $j (i32.load align=1 (local.get $i)))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br_if $after (i32.eq (local.get $j) (i32.const 0x65757274)))
          (br_if $after (i32.eq (local.get $j) (i32.const 0x6c6c756e)))
          (br $bad))
        (loop $close
          (if (i32.eqz (local.get $depth)) (then (return (local.get $i))))
          (local.set $c (i32.load8_u (local.get $i)))
          (if (i32.eq (local.get $c) (i32.const 0x2c))
            (then
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (local.set $is_key (i32.eq (local.get $owed) (i32.const 0x7d)))
              (br $next)))
          (if (i32.eq (local.get $c) (local.get $owed))
            (then
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
              (local.set $owed (i32.load8_u (local.get $depth)))
              (br $close)))
          (local.set $j (call $space (local.get $i)))
          (br_if $bad (i32.eq (local.get $j) (local.get $i)))
          (local.set $i (local.get $j))
          (br $close))))
    (i32.const -1))

  (func $space (param $i i32) (result i32)
    (local $c i32)
    (loop $more
      (local.set $c (i32.load8_u (local.get $i)))
      (if (i32.or
            (i32.eq (local.get $c) (i32.const 0x20))
            (i32.or
              (i32.eq (local.get $c) (i32.const 0x09))
              (i32.eq (local.get $c) (i32.const 0x0d))))
        (then
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $more))))
    (local.get $i))

  (func $escape (param $i i32) (result i32)
    (local $c i32) (local $end i32)
    (local.set $c (i32.load8_u offset=1 (local.get $i)))
    (local.set $i (i32.add (local.get $i) (i32.const 2)))
    (if (i32.eq (local.get $c) (i32.const 0x75))
      (then
        (local.set $end (i32.add (local.get $i) (i32.const 4)))
        (loop $hex
          (local.set $c (i32.load8_u (local.get $i)))
          (if (i32.and
                (i32.ge_u (i32.sub (local.get $c) (i32.const 0x30)) (i32.const 10))
                (i32.ge_u
                  (i32.sub (i32.or (local.get $c) (i32.const 0x20)) (i32.const 0x61))
                  (i32.const 6)))
            (then (return (i32.const -1))))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $hex (i32.lt_u (local.get $i) (local.get $end))))
        (return (local.get $i))))
    (if (i32.or
          (i32.or
            (i32.or
              (i32.eq (local.get $c) (i32.const 0x22))
              (i32.eq (local.get $c) (i32.const 0x5c)))
            (i32.or
              (i32.eq (local.get $c) (i32.const 0x2f))
              (i32.eq (local.get $c) (i32.const 0x62))))
          (i32.or
            (i32.or
              (i32.eq (local.get $c) (i32.const 0x66))
              (i32.eq (local.get $c) (i32.const 0x6e)))
            (i32.or
              (i32.eq (local.get $c) (i32.const 0x72))
              (i32.eq (local.get $c) (i32.const 0x74)))))
      (then (return (local.get $i))))
    (i32.const -1))

  (func $digits (param $i i32) (result i32)
    (if (i32.ge_u (i32.sub (i32.load8_u (local.get $i)) (i32.const 0x30)) (i32.const 10))
      (then (return (i32.const -1))))
    (loop $more
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $more
        (i32.lt_u (i32.sub (i32.load8_u (local.get $i)) (i32.const 0x30)) (i32.const 10))))
    (local.get $i))

  (func $number (param $i i32) (result i32)
    (local $c i32)
    (if (i32.eq (i32.load8_u (local.get $i)) (i32.const 0x2d))
      (then (local.set $i (i32.add (local.get $i) (i32.const 1)))))
    (if (i32.eq (i32.load8_u (local.get $i)) (i32.const 0x30))
      (then (local.set $i (i32.add (local.get $i) (i32.const 1))))
      (else
        (local.set $i (call $digits (local.get $i)))
        (if (i32.lt_s (local.get $i) (i32.const 0)) (then (return (i32.const -1))))))
    (local.set $c (i32.load8_u (local.get $i)))
    (if (i32.eq (local.get $c) (i32.const 0x2e))
      (then
        (local.set $i (call $digits (i32.add (local.get $i) (i32.const 1))))
        (if (i32.lt_s (local.get $i) (i32.const 0)) (then (return (i32.const -1))))
        (local.set $c (i32.load8_u (local.get $i)))))
    (if (i32.eq (i32.or (local.get $c) (i32.const 0x20)) (i32.const 0x65))
      (then
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (local.set $c (i32.load8_u (local.get $i)))
        (if (i32.or
              (i32.eq (local.get $c) (i32.const 0x2b))
              (i32.eq (local.get $c) (i32.const 0x2d)))
          (then (local.set $i (i32.add (local.get $i) (i32.const 1)))))
        (return (call $digits (local.get $i)))))
    (local.get $i)))
