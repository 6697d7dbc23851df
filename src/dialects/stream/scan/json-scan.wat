;; Checks JSON values in memory and moves payloads from one envelope into another.
;;
;; The caller ends every line with a line feed: it is never whitespace here, so that nothing runs
;; past the line. Eight bytes of padding must follow the last line and whatever is compared or
;; copied, because all of it is read a word at a time. UTF-8 is checked elsewhere.
;;
;;   value(i)         the address just behind the value that starts at i, or -1 when the bytes are
;;                    no JSON value or are nested deeper than 1024
;;   payload(i)       the same, and leaves in `clash` what the names of its outermost members are:
;;                    the marks 1 and 2 of those that are at NAMES; 2 also where a name cannot be
;;                    told, and where one marked 8 is the only one
;;   members(i)       the same for the members of an object from the quote of a name on: the address
;;                    behind the last before the object ends or a name is marked 4
;;   lines(at, end)   moves the payloads of lines that known surroundings fit, writes at `out`, and
;;                    gives the address of the first line that none fits or that has no room
;;
;;   compact(i)       the same as value(i), and writes the value at `out` as a writer of JSON would;
;;                    -1 also where that takes more than leaving out spaces and escapes: numbers
;;                    of another spelling, names that come twice or are numbers
;;
;; Addresses below 266240 belong to this module; `known-surroundings.ts` fills them.
;;      0  the closing brackets that are still owed
;;   1024  one byte for each character, 1 where a changing value in quotes may have it
;;   1280  one byte for each character, 1 where it may follow the backslash of a changing text
;;   1536  NAMES: mark, length and bytes of each name, up to a zero mark
;;   2048  the addresses of the surroundings to try, up to a zero
;;   3072  start, end and kind of each changing value of the line at hand, and four unused bytes
;;   4096  56 surroundings, 4096 bytes each: hits, clash, opening bracket (0 where there is no payload),
;;         bytes of fixed output, addresses of what follows the payload, precedes it and follows it
;;         in the output, 1 where the payload goes without its brackets, how often the line may
;;         stand in the output, the address of a filter or 0, the number of changing values, four
;;         unused bytes, then length and bytes of what precedes the payload. Those three are lists
;;         of pieces, up to a zero: 1, length and bytes; or 2 (digits), 3 (value in quotes), 4
;;         (any text in quotes) or 5 (whole number) and the number of a changing value. A filter has a bit for each of
;;         the texts that a changing text must not be. All numbers have four bytes, as has each
;;         unit of padding.
;; 233472  start and length of the names in the objects that compact(i) is inside of, and before
;;         those of each object the address of the first in the one around it
(module
  (memory (export "memory") 1)
  (global $clash (export "clash") (mut i32) (i32.const 0))
  (global $named (mut i32) (i32.const 0))
  (global $out (export "out") (mut i32) (i32.const 0))
  (global $room (export "room") (mut i32) (i32.const 0))
  (global $count (export "count") (mut i32) (i32.const 0))

  (func (export "value") (param $i i32) (result i32)
    (call $scan (local.get $i) (i32.const -1) (i32.const 0)))

  (func $payload (export "payload") (param $i i32) (result i32)
    (global.set $clash (i32.const 0))
    (global.set $named (i32.const 0))
    (local.set $i
      (call $scan
        (local.get $i)
        (select (i32.const 1) (i32.const -1) (i32.load (i32.const 1536)))
        (i32.const 0)))
    (if (i32.and
          (i32.eq (global.get $named) (i32.const 1))
          (i32.eq (i32.and (global.get $clash) (i32.const 8)) (i32.const 8)))
      (then (global.set $clash (i32.const 2))))
    (global.set $clash (i32.and (global.get $clash) (i32.const 3)))
    (local.get $i))

  (func $members (export "members") (param $i i32) (result i32)
    (local $start i32)
    (local.set $start (local.get $i))
    (global.set $clash (i32.const 0))
    (local.set $i (call $scan (local.get $i) (i32.const 1) (i32.const 1)))
    ;; whether such a name is the only one is not to be seen here
    (if (i32.and (global.get $clash) (i32.const 8))
      (then (global.set $clash (i32.or (global.get $clash) (i32.const 2)))))
    (if (i32.and (global.get $clash) (i32.const 4))
      (then
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (if (i32.ne (i32.load8_u (local.get $i)) (i32.const 0x2c)) (then (return (i32.const -1))))))
    (global.set $clash (i32.and (global.get $clash) (i32.const 3)))
    (if (i32.le_s (local.get $i) (local.get $start)) (then (return (i32.const -1))))
    ;; space at the end belongs neither to the members nor to what follows
    (if (i32.le_u
          (i32.load8_u (i32.sub (local.get $i) (i32.const 1)))
          (i32.const 0x20))
      (then (return (i32.const -1))))
    (local.get $i))

  ;; $watched is the depth at which names are looked at
  ;; with $is_inside it starts at a name and ends before the bracket or the name marked 4
  (func $scan (param $i i32) (param $watched i32) (param $is_inside i32) (result i32)
    (local $start i32)
    (local $c i32) (local $depth i32) (local $owed i32) (local $is_key i32)
    (local $j i32) (local $w i64)
    (if (local.get $is_inside)
      (then
        (i32.store8 (i32.const 0) (i32.const 0))
        (local.set $depth (i32.const 1))
        (local.set $owed (i32.const 0x7d))
        (local.set $is_key (i32.const 1))))
    (block $bad
      (loop $next
        (local.set $c (i32.load8_u (local.get $i)))
        (block $after
          ;; a string: as a key it goes on to the value, as a value to what follows
          (if (i32.eq (local.get $c) (i32.const 0x22))
            (then
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (local.set $start (local.get $i))
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
              (if (i32.eq (local.get $depth) (local.get $watched))
                (then
                  (local.set $j (global.get $clash))
                  (call $name (local.get $start) (local.get $i))
                  (if (local.get $is_inside)
                    (then
                      (if (i32.and (global.get $clash) (i32.const 4))
                        (then
                          ;; this name is outside, whatever else it is marked with
                          (global.set $clash (i32.or (local.get $j) (i32.const 4)))
                          (return (i32.sub (local.get $start) (i32.const 1)))))))))
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
          (if (i32.eqz (local.get $depth))
            (then (return (i32.sub (local.get $i) (local.get $is_inside)))))
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

  (func (export "compact") (param $i i32) (result i32)
    (local $from i32) (local $start i32) (local $c i32) (local $depth i32) (local $owed i32)
    (local $is_key i32) (local $first i32) (local $names i32) (local $known i32) (local $j i32)
    (local $w i64)
    (local.set $from (local.get $i))
    (local.set $names (i32.const 233472))
    (block $bad
      (loop $next
        (local.set $c (i32.load8_u (local.get $i)))
        (block $after
          (if (i32.eq (local.get $c) (i32.const 0x22))
            (then
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (local.set $start (local.get $i))
              (block $closed
                (loop $text
                  ;; as in $scan
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
                  (if (i32.load8_u offset=1280 (i32.load8_u offset=1 (local.get $i)))
                    (then
                      (local.set $i (i32.add (local.get $i) (i32.const 2)))
                      (br $text)))
                  ;; names are compared byte by byte
                  (br_if $bad (local.get $is_key))
                  (call $copy (local.get $from) (i32.sub (local.get $i) (local.get $from)))
                  (local.set $i (call $unescape (local.get $i)))
                  (br_if $bad (i32.lt_s (local.get $i) (i32.const 0)))
                  (local.set $from (local.get $i))
                  (br $text)))
              (local.set $j (i32.sub (local.get $i) (local.get $start)))
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (br_if $after (i32.eqz (local.get $is_key)))
              ;; names that are numbers come first in whatever reads them
              (br_if $bad
                (i32.lt_u
                  (i32.sub (i32.load8_u (local.get $start)) (i32.const 0x30))
                  (i32.const 10)))
              (local.set $known (local.get $first))
              (block $new
                (loop $earlier
                  (br_if $new (i32.ge_u (local.get $known) (local.get $names)))
                  (if (i32.eq (i32.load offset=4 (local.get $known)) (local.get $j))
                    (then
                      (br_if $bad
                        (call $same
                          (i32.load (local.get $known)) (local.get $start) (local.get $j)))))
                  (local.set $known (i32.add (local.get $known) (i32.const 8)))
                  (br $earlier)))
              (br_if $bad
                (i32.or
                  (i32.ge_u (local.get $names) (i32.const 266232))
                  (i32.gt_u (i32.sub (local.get $names) (local.get $first)) (i32.const 512))))
              (i32.store (local.get $names) (local.get $start))
              (i32.store offset=4 (local.get $names) (local.get $j))
              (local.set $names (i32.add (local.get $names) (i32.const 8)))
              (if (i32.ne (i32.load8_u (local.get $i)) (i32.const 0x3a))
                (then
                  (call $copy (local.get $from) (i32.sub (local.get $i) (local.get $from)))
                  (local.set $i (call $space (local.get $i)))
                  (local.set $from (local.get $i))
                  (br_if $bad (i32.ne (i32.load8_u (local.get $i)) (i32.const 0x3a)))))
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (local.set $is_key (i32.const 0))
              (br $next)))
          (if (i32.le_u (local.get $c) (i32.const 0x20))
            (then
              (call $copy (local.get $from) (i32.sub (local.get $i) (local.get $from)))
              (local.set $from (call $space (local.get $i)))
              (br_if $bad (i32.eq (local.get $from) (local.get $i)))
              (local.set $i (local.get $from))
              (br $next)))
          (br_if $bad (local.get $is_key))
          (if (i32.eq (i32.or (local.get $c) (i32.const 0x20)) (i32.const 0x7b))
            (then
              (local.set $i (i32.add (local.get $i) (i32.const 1)))
              (if (i32.le_u (i32.load8_u (local.get $i)) (i32.const 0x20))
                (then
                  (call $copy (local.get $from) (i32.sub (local.get $i) (local.get $from)))
                  (local.set $i (call $space (local.get $i)))
                  (local.set $from (local.get $i))))
              (if (i32.eq
                    (i32.load8_u (local.get $i))
                    (i32.add (local.get $c) (i32.const 2)))
                (then
                  (local.set $i (i32.add (local.get $i) (i32.const 1)))
                  (br $after)))
              (br_if $bad
                (i32.or
                  (i32.ge_u (local.get $depth) (i32.const 1024))
                  (i32.ge_u (local.get $names) (i32.const 266232))))
              (i32.store8 (local.get $depth) (local.get $owed))
              (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
              (i32.store (local.get $names) (local.get $first))
              (local.set $names (i32.add (local.get $names) (i32.const 8)))
              (local.set $first (local.get $names))
              (local.set $is_key (i32.eq (local.get $c) (i32.const 0x7b)))
              (local.set $owed (i32.add (local.get $c) (i32.const 2)))
              (br $next)))
          (if (i32.lt_u (i32.sub (local.get $c) (i32.const 0x2d)) (i32.const 13))
            (then
              (local.set $i (call $usual_number (local.get $i)))
              (br_if $bad (i32.lt_s (local.get $i) (i32.const 0)))
              (br $after)))
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
          (if (i32.eqz (local.get $depth))
            (then
              (call $copy (local.get $from) (i32.sub (local.get $i) (local.get $from)))
              (return (local.get $i))))
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
              (local.set $names (i32.sub (local.get $first) (i32.const 8)))
              (local.set $first (i32.load (local.get $names)))
              (br $close)))
          (call $copy (local.get $from) (i32.sub (local.get $i) (local.get $from)))
          (local.set $from (call $space (local.get $i)))
          (br_if $bad (i32.eq (local.get $from) (local.get $i)))
          (local.set $i (local.get $from))
          (br $close))))
    (i32.const -1))

  ;; writes the character that the escape at $i stands for; gives the address behind it, or -1 where
  ;; a writer would use an escape as well
  (func $unescape (param $i i32) (result i32)
    (local $c i32) (local $low i32)
    (local.set $c (i32.load8_u offset=1 (local.get $i)))
    (if (i32.eq (local.get $c) (i32.const 0x2f))
      (then
        (call $byte (local.get $c))
        (return (i32.add (local.get $i) (i32.const 2)))))
    (if (i32.ne (local.get $c) (i32.const 0x75)) (then (return (i32.const -1))))
    (local.set $c (call $hex (local.get $i)))
    (local.set $i (i32.add (local.get $i) (i32.const 6)))
    (if (i32.eq (i32.and (local.get $c) (i32.const 0xfc00)) (i32.const 0xd800))
      (then
        (if (i32.ne (i32.load16_u align=1 (local.get $i)) (i32.const 0x755c))
          (then (return (i32.const -1))))
        (local.set $low (call $hex (local.get $i)))
        (if (i32.ne (i32.and (local.get $low) (i32.const -1024)) (i32.const 0xdc00))
          (then (return (i32.const -1))))
        (local.set $i (i32.add (local.get $i) (i32.const 6)))
        (local.set $c
          (i32.add
            (i32.const 0x10000)
            (i32.or
              (i32.shl (i32.and (local.get $c) (i32.const 0x3ff)) (i32.const 10))
              (i32.and (local.get $low) (i32.const 0x3ff)))))
        (call $byte (i32.or (i32.const 0xf0) (i32.shr_u (local.get $c) (i32.const 18))))
        (call $more (local.get $c) (i32.const 12))
        (call $more (local.get $c) (i32.const 6))
        (call $more (local.get $c) (i32.const 0))
        (return (local.get $i))))
    (if (i32.eq (i32.and (local.get $c) (i32.const 0xfc00)) (i32.const 0xdc00))
      (then (return (i32.const -1))))
    (if (i32.ge_u (local.get $c) (i32.const 0x800))
      (then
        (if (i32.gt_u (local.get $c) (i32.const 0xffff)) (then (return (i32.const -1))))
        (call $byte (i32.or (i32.const 0xe0) (i32.shr_u (local.get $c) (i32.const 12))))
        (call $more (local.get $c) (i32.const 6))
        (call $more (local.get $c) (i32.const 0))
        (return (local.get $i))))
    (if (i32.ge_u (local.get $c) (i32.const 0x80))
      (then
        (call $byte (i32.or (i32.const 0xc0) (i32.shr_u (local.get $c) (i32.const 6))))
        (call $more (local.get $c) (i32.const 0))
        (return (local.get $i))))
    (if (i32.or
          (i32.lt_u (local.get $c) (i32.const 0x20))
          (i32.or
            (i32.eq (local.get $c) (i32.const 0x22))
            (i32.eq (local.get $c) (i32.const 0x5c))))
      (then (return (i32.const -1))))
    (call $byte (local.get $c))
    (local.get $i))

  (func $byte (param $c i32)
    (i32.store8 (global.get $out) (local.get $c))
    (global.set $out (i32.add (global.get $out) (i32.const 1))))

  ;; six of the bits of a character, as UTF-8 has them
  (func $more (param $c i32) (param $from i32)
    (call $byte
      (i32.or
        (i32.const 0x80)
        (i32.and (i32.shr_u (local.get $c) (local.get $from)) (i32.const 0x3f)))))

  ;; the four digits of the escape at $i as a number, or -1
  (func $hex (param $i i32) (result i32)
    (local $end i32) (local $c i32) (local $n i32)
    (local.set $i (i32.add (local.get $i) (i32.const 2)))
    (local.set $end (i32.add (local.get $i) (i32.const 4)))
    (loop $next
      (local.set $c (i32.sub (i32.load8_u (local.get $i)) (i32.const 0x30)))
      (if (i32.ge_u (local.get $c) (i32.const 10))
        (then
          (local.set $c
            (i32.sub
              (i32.or (i32.load8_u (local.get $i)) (i32.const 0x20))
              (i32.const 0x57)))
          (if (i32.ge_u (i32.sub (local.get $c) (i32.const 10)) (i32.const 6))
            (then (return (i32.const -1))))))
      (local.set $n (i32.or (i32.shl (local.get $n) (i32.const 4)) (local.get $c)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $end))))
    (local.get $n))

  ;; the end of a number that every writer of JSON spells as it is, or -1: at most 15 digits, no
  ;; exponent, no zero at the end of a fraction, not so small that it would get an exponent
  (func $usual_number (param $i i32) (result i32)
    (local $start i32) (local $whole i32) (local $is_zero i32)
    (local.set $start
      (i32.add (local.get $i) (i32.eq (i32.load8_u (local.get $i)) (i32.const 0x2d))))
    (local.set $is_zero (i32.eq (i32.load8_u (local.get $start)) (i32.const 0x30)))
    (local.set $whole
      (if (result i32) (local.get $is_zero)
        (then (i32.add (local.get $start) (i32.const 1)))
        (else (call $digits (local.get $start)))))
    (if (i32.lt_s (local.get $whole) (i32.const 0)) (then (return (i32.const -1))))
    (if (i32.eq (i32.load8_u (local.get $whole)) (i32.const 0x2e))
      (then
        (if (local.get $is_zero)
          (then
            ;; six zeros behind the point
            (if (i32.and
                  (i32.eq (i32.load offset=1 align=1 (local.get $whole)) (i32.const 0x30303030))
                  (i32.eq (i32.load16_u offset=5 align=1 (local.get $whole)) (i32.const 0x3030)))
              (then (return (i32.const -1))))))
        (local.set $whole (call $digits (i32.add (local.get $whole) (i32.const 1))))
        (if (i32.lt_s (local.get $whole) (i32.const 0)) (then (return (i32.const -1))))
        (if (i32.eq
              (i32.load8_u (i32.sub (local.get $whole) (i32.const 1)))
              (i32.const 0x30))
          (then (return (i32.const -1)))))
      (else
        ;; -0
        (if (i32.and (local.get $is_zero) (i32.ne (local.get $start) (local.get $i)))
          (then (return (i32.const -1))))))
    (if (i32.eq
          (i32.or (i32.load8_u (local.get $whole)) (i32.const 0x20))
          (i32.const 0x65))
      (then (return (i32.const -1))))
    ;; 15 digits and a point
    (select
      (i32.const -1)
      (local.get $whole)
      (i32.gt_u (i32.sub (local.get $whole) (local.get $start)) (i32.const 15))))

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
    (local.get $i))

  ;; looks the name from $start to the quote before $end up at NAMES
  (func $name (param $start i32) (param $end i32)
    (local $length i32) (local $entry i32) (local $known i32) (local $mark i32) (local $i i32)
    (local.set $length (i32.sub (i32.sub (local.get $end) (local.get $start)) (i32.const 1)))
    (local.set $entry (i32.const 1536))
    (global.set $named (i32.add (global.get $named) (i32.const 1)))
    (loop $next
      (local.set $mark (i32.load (local.get $entry)))
      (if (local.get $mark)
        (then
          (local.set $known (i32.load offset=4 (local.get $entry)))
          (if (i32.eq (local.get $known) (local.get $length))
            (then
              (if (call $same
                    (local.get $start)
                    (i32.add (local.get $entry) (i32.const 8))
                    (local.get $length))
                (then
                  ;; twice the same name is one for whoever reads it
                  (if (i32.and (i32.and (global.get $clash) (local.get $mark)) (i32.const 8))
                    (then (global.set $clash (i32.or (global.get $clash) (i32.const 2)))))
                  (global.set $clash (i32.or (global.get $clash) (local.get $mark)))
                  (return)))))
          (local.set $entry
            (i32.add
              (i32.add (local.get $entry) (i32.const 8))
              (call $padded (local.get $known))))
          (br $next))))
    ;; escapes can hide a name
    (local.set $i (local.get $start))
    (loop $letters
      (if (i32.eq (i32.load8_u (local.get $i)) (i32.const 0x5c))
        (then (global.set $clash (i32.or (global.get $clash) (i32.const 2)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $letters (i32.lt_u (local.get $i) (local.get $end)))))

  (func $padded (param $length i32) (result i32)
    (i32.and (i32.add (local.get $length) (i32.const 3)) (i32.const -4)))

  (func $same (param $a i32) (param $b i32) (param $length i32) (result i32)
    (loop $words
      (if (i32.ge_u (local.get $length) (i32.const 8))
        (then
          (if (i64.ne (i64.load align=1 (local.get $a)) (i64.load align=1 (local.get $b)))
            (then (return (i32.const 0))))
          (local.set $a (i32.add (local.get $a) (i32.const 8)))
          (local.set $b (i32.add (local.get $b) (i32.const 8)))
          (local.set $length (i32.sub (local.get $length) (i32.const 8)))
          (br $words))))
    (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
    ;; of the last word the bytes that count, moved to the upper end
    (i64.eqz
      (i64.shl
        (i64.xor (i64.load align=1 (local.get $a)) (i64.load align=1 (local.get $b)))
        (i64.extend_i32_u
          (i32.sub (i32.const 64) (i32.shl (local.get $length) (i32.const 3)))))))

  ;; copies to `out`, up to seven bytes more than asked for
  (func $copy (param $from i32) (param $length i32)
    (local $to i32) (local $end i32)
    (local.set $to (global.get $out))
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (global.set $out (local.get $end))
    (if (i32.gt_u (local.get $length) (i32.const 256))
      (then
        (memory.copy (local.get $to) (local.get $from) (local.get $length))
        (return)))
    (loop $words
      (if (i32.lt_u (local.get $to) (local.get $end))
        (then
          (i64.store align=1 (local.get $to) (i64.load align=1 (local.get $from)))
          (local.set $to (i32.add (local.get $to) (i32.const 8)))
          (local.set $from (i32.add (local.get $from) (i32.const 8)))
          (br $words)))))

  (func (export "lines") (param $at i32) (param $end i32) (result i32)
    (local $entry i32) (local $slot i32) (local $i i32) (local $start i32) (local $stop i32)
    (local $c i32) (local $seen i32) (local $behind i32)
    (block $done
      (loop $line
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $entry (i32.const 2048))
        (local.set $seen (i32.const 0))
        (loop $other
          (local.set $slot (i32.load (local.get $entry)))
          (br_if $done (i32.eqz (local.get $slot)))
          (local.set $entry (i32.add (local.get $entry) (i32.const 4)))
          (local.set $i (i32.load offset=48 (local.get $slot)))
          (br_if $other
            (i32.eqz
              (call $same
                (local.get $at)
                (i32.add (local.get $slot) (i32.const 52))
                (local.get $i))))
          (local.set $i (i32.add (local.get $at) (local.get $i)))
          (local.set $c (i32.load8_u (local.get $i)))
          (if (i32.eqz (i32.load offset=8 (local.get $slot)))
            (then
              (local.set $start (local.get $i))
              (local.set $stop (local.get $i)))
            (else
              (br_if $other (i32.ne (local.get $c) (i32.load offset=8 (local.get $slot))))
              (if (i32.ne (local.get $i) (local.get $seen))
                (then
                  (local.set $seen (local.get $i))
                  (if (i32.eq (local.get $c) (i32.const 0x22))
                    (then (local.set $behind (call $members (local.get $i))))
                    (else
                      ;; an empty payload may be treated as nothing
                      (local.set $start (i32.load8_u offset=1 (local.get $i)))
                      (if (i32.or
                            (i32.le_u (local.get $start) (i32.const 0x20))
                            (i32.eq (local.get $start) (i32.add (local.get $c) (i32.const 2))))
                        (then (local.set $behind (i32.const -1)))
                        (else (local.set $behind (call $payload (local.get $i)))))))))
              (local.set $start (local.get $i))
              (local.set $stop (local.get $behind))
              (br_if $other (i32.lt_s (local.get $stop) (i32.const 0)))
              (br_if $other (i32.ne (global.get $clash) (i32.load offset=4 (local.get $slot))))))
          (local.set $i
            (call $follow (i32.load offset=16 (local.get $slot)) (local.get $stop)))
          (br_if $other (i32.lt_s (local.get $i) (i32.const 0)))
          (if (i32.load offset=36 (local.get $slot))
            (then
              (br_if $done
                (i32.eqz
                  (call $distinct
                    (i32.load offset=36 (local.get $slot))
                    (i32.load offset=40 (local.get $slot))))))))
        (br_if $done
          (i32.gt_u
            (i32.add
              (i32.mul
                (i32.sub (local.get $i) (local.get $at))
                (i32.load offset=32 (local.get $slot)))
              (i32.load offset=12 (local.get $slot)))
            (i32.sub (global.get $room) (global.get $out))))
        (call $write (i32.load offset=20 (local.get $slot)))
        (local.set $c (i32.load offset=28 (local.get $slot)))
        (call $copy
          (i32.add (local.get $start) (local.get $c))
          (i32.sub (i32.sub (local.get $stop) (local.get $start)) (i32.shl (local.get $c) (i32.const 1))))
        (call $write (i32.load offset=24 (local.get $slot)))
        (i32.store (local.get $slot) (i32.add (i32.load (local.get $slot)) (i32.const 1)))
        (global.set $count (i32.add (global.get $count) (i32.const 1)))
        (local.set $at (i32.add (local.get $i) (i32.const 1)))
        (br $line)))
    (local.get $at))

  ;; compares what follows a payload; gives the address of the line feed, or -1
  (func $follow (param $piece i32) (param $i i32) (result i32)
    (local $kind i32) (local $length i32) (local $start i32) (local $gap i32)
    (block $bad
      (loop $next
        (local.set $kind (i32.load (local.get $piece)))
        (local.set $length (i32.load offset=4 (local.get $piece)))
        (if (i32.eq (local.get $kind) (i32.const 1))
          (then
            (br_if $bad
              (i32.eqz
                (call $same
                  (local.get $i)
                  (i32.add (local.get $piece) (i32.const 8))
                  (local.get $length))))
            (local.set $i (i32.add (local.get $i) (local.get $length)))
            (local.set $piece
              (i32.add
                (i32.add (local.get $piece) (i32.const 8))
                (call $padded (local.get $length))))
            (br $next)))
        (if (local.get $kind)
          (then
            (local.set $start (local.get $i))
            (if (i32.eq (local.get $kind) (i32.const 2))
              (then
                (br_if $bad (i32.lt_u (i32.load8_u (local.get $i)) (i32.const 0x31)))
                (loop $digits
                  (if (i32.lt_u
                        (i32.sub (i32.load8_u (local.get $i)) (i32.const 0x30))
                        (i32.const 10))
                    (then
                      (local.set $i (i32.add (local.get $i) (i32.const 1)))
                      (br $digits))))
                (br_if $bad
                  (i32.gt_u (i32.sub (local.get $i) (local.get $start)) (i32.const 15))))
              (else
                (if (i32.eq (local.get $kind) (i32.const 3))
                  (then
                    (loop $letters
                      (if (i32.load8_u offset=1024 (i32.load8_u (local.get $i)))
                        (then
                          (local.set $i (i32.add (local.get $i) (i32.const 1)))
                          (br $letters)))))
                  (else
                    (local.set $i
                      (if (result i32) (i32.eq (local.get $kind) (i32.const 4))
                        (then (call $text (local.get $i)))
                        (else (call $whole (local.get $i)))))
                    (br_if $bad (i32.lt_s (local.get $i) (i32.const 0)))))))
            (br_if $bad (i32.eq (local.get $i) (local.get $start)))
            (local.set $gap (i32.shl (local.get $length) (i32.const 4)))
            (i32.store offset=3072 (local.get $gap) (local.get $start))
            (i32.store offset=3076 (local.get $gap) (local.get $i))
            (i32.store offset=3080 (local.get $gap) (local.get $kind))
            (local.set $piece (i32.add (local.get $piece) (i32.const 8)))
            (br $next))))
      (if (i32.eq (i32.load8_u (local.get $i)) (i32.const 0x0d))
        (then (local.set $i (i32.add (local.get $i) (i32.const 1)))))
      (br_if $bad (i32.ne (i32.load8_u (local.get $i)) (i32.const 0x0a)))
      (return (local.get $i)))
    (i32.const -1))

  ;; the end of a text that is written as it was read, or -1
  (func $text (param $i i32) (result i32)
    (local $c i32)
    (loop $letters
      (local.set $c (i32.load8_u (local.get $i)))
      (if (i32.eq (local.get $c) (i32.const 0x22)) (then (return (local.get $i))))
      (if (i32.lt_u (local.get $c) (i32.const 0x20)) (then (return (i32.const -1))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $letters (i32.ne (local.get $c) (i32.const 0x5c)))
      (if (i32.eqz (i32.load8_u offset=1280 (i32.load8_u (local.get $i))))
        (then (return (i32.const -1))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $letters))
    (i32.const -1))

  ;; the end of a whole number of at most 15 digits that is written as it was read, or -1
  (func $whole (param $i i32) (result i32)
    (local $start i32)
    (local.set $i
      (i32.add (local.get $i) (i32.eq (i32.load8_u (local.get $i)) (i32.const 0x2d))))
    (local.set $start (local.get $i))
    (if (i32.eq (i32.load8_u (local.get $i)) (i32.const 0x30))
      (then
        (return
          (select
            (i32.const -1)
            (i32.add (local.get $i) (i32.const 1))
            (i32.eq (i32.load8_u (i32.sub (local.get $i) (i32.const 1))) (i32.const 0x2d))))))
    (loop $digits
      (if (i32.lt_u (i32.sub (i32.load8_u (local.get $i)) (i32.const 0x30)) (i32.const 10))
        (then
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br $digits))))
    (select
      (local.get $i)
      (i32.const -1)
      (i32.lt_u
        (i32.sub (i32.sub (local.get $i) (local.get $start)) (i32.const 1))
        (i32.const 15))))

  ;; whether the changing texts differ from each other and from all that the filter knows
  (func $distinct (param $filter i32) (param $count i32) (result i32)
    (local $g i32) (local $h i32) (local $start i32) (local $length i32) (local $bit i32)
    (local.set $g (i32.const 3072))
    (local.set $count (i32.add (local.get $g) (i32.shl (local.get $count) (i32.const 4))))
    (block $end
      (loop $next
        (br_if $end (i32.ge_u (local.get $g) (local.get $count)))
        (if (i32.eq (i32.load offset=8 (local.get $g)) (i32.const 4))
          (then
            (local.set $start (i32.load (local.get $g)))
            (local.set $length (i32.sub (i32.load offset=4 (local.get $g)) (local.get $start)))
            (local.set $bit
              (i32.and
                (i32.add
                  (i32.mul (local.get $length) (i32.const 37))
                  (i32.add
                    (i32.mul (i32.load8_u (local.get $start)) (i32.const 5))
                    (i32.mul
                      (i32.load8_u
                        (i32.sub (i32.add (local.get $start) (local.get $length)) (i32.const 1)))
                      (i32.const 101))))
                (i32.const 2047)))
            (if (i32.and
                  (i32.load8_u
                    (i32.add (local.get $filter) (i32.shr_u (local.get $bit) (i32.const 3))))
                  (i32.shl (i32.const 1) (i32.and (local.get $bit) (i32.const 7))))
              (then (return (i32.const 0))))
            (local.set $h (i32.const 3072))
            (block $compared
              (loop $earlier
                (br_if $compared (i32.ge_u (local.get $h) (local.get $g)))
                (if (i32.and
                      (i32.eq (i32.load offset=8 (local.get $h)) (i32.const 4))
                      (i32.eq
                        (i32.sub (i32.load offset=4 (local.get $h)) (i32.load (local.get $h)))
                        (local.get $length)))
                  (then
                    (if (call $same
                          (i32.load (local.get $h)) (local.get $start) (local.get $length))
                      (then (return (i32.const 0))))))
                (local.set $h (i32.add (local.get $h) (i32.const 16)))
                (br $earlier)))))
        (local.set $g (i32.add (local.get $g) (i32.const 16)))
        (br $next)))
    (i32.const 1))

  (func $write (param $piece i32)
    (local $kind i32) (local $length i32)
    (loop $next
      (local.set $kind (i32.load (local.get $piece)))
      (local.set $length (i32.load offset=4 (local.get $piece)))
      (local.set $piece (i32.add (local.get $piece) (i32.const 8)))
      (if (i32.eq (local.get $kind) (i32.const 1))
        (then
          (call $copy (local.get $piece) (local.get $length))
          (local.set $piece (i32.add (local.get $piece) (call $padded (local.get $length))))
          (br $next)))
      (if (local.get $kind)
        (then
          (local.set $length (i32.shl (local.get $length) (i32.const 4)))
          (call $copy
            (i32.load offset=3072 (local.get $length))
            (i32.sub
              (i32.load offset=3076 (local.get $length))
              (i32.load offset=3072 (local.get $length))))
          (br $next))))))
