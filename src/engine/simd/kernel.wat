;; Scans bytes, 16 at a time. Written by hand; tests/engine/simd/kernel_test.ts compiles it to kernel_bytes.ts.
;;
;; All addresses are unsigned. Loads may reach up to 1,152 bytes after the end of a range (and 31 before its beginning):
;; the caller keeps that much memory there; its contents don't matter.
;;
;; The first 34 pages belong to this module. needle_plan.ts writes the plan of `findNeedle` there:
;;   0x0000  byte sets, 32 bytes each, 32 to a needle: bit b & 7 of byte b >> 3
;;   0x4000  per needle: i32 length, i32 offset of its anchor (the position that candidates are found by)
;;   0x4080  per byte of bucket bits: u16, the needles of those buckets
;;   0x4280  four steps' tables, by low nibble and by high nibble: 16 bytes of bucket bits each
;;   0x4300  scratch: bucket bits of the current block
;;   0x4344  i32 × 3: where steps 1 to 3 look, relative to the anchor
;;   0x4354  i32: the greatest offset of an anchor
;; The automaton of `decideLines`, written by kernel.ts, and the undecided lines:
;;   0x4380  i32: the number of undecided lines
;;   0x4400  i32 × 4096: the ends of the first of them
;;   0x10000 by state: i32 × 256, for each byte the next state, as the distance of its row from 0x10000:
;;           0x100000 after a line that matched, 0x200000 after an undecided one, less for all others
(module
  (memory (export "memory") 34 65536)

  ;; The first address that a needle was found at; -1 while there is none.
  (global $best (mut i32) (i32.const -1))

  ;; The last fetch ended before this.
  (global $fetched (mut i32) (i32.const 0))
  ;; Stores the loaded values so that the loads are not optimized away.
  (global $touched (mut i32) (i32.const 0))

  ;; Loads the 1,024 bytes at `at` into the cache unless the last fetch covered them, all lines at the same time.
  ;; Machines that prefetch by themselves don't need it; others, some virtual ones among them, wait for memory every few
  ;; lines: 2 GB/s instead of 8.
  (func $fetch (param $at i32)
    (local $bits i32)
    (if (i32.lt_u (i32.sub (i32.add (local.get $at) (i32.const 1024)) (global.get $fetched)) (i32.const 1024))
      (then (return)))
    (global.set $fetched (i32.add (local.get $at) (i32.const 1024)))
    (loop $line
      (local.set $bits (i32.or (local.get $bits) (i32.load8_u (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br_if $line (i32.ne (local.get $at) (global.get $fetched))))
    (global.set $touched (local.get $bits)))

  ;; Whether needle n matches at `at`.
  (func $matches (param $n i32) (param $at i32) (param $length i32) (result i32)
    (local $set i32) (local $end i32) (local $byte i32)
    (local.set $set (i32.shl (local.get $n) (i32.const 10)))
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.and
            (i32.shr_u
              (i32.load8_u (i32.add (local.get $set) (i32.shr_u (local.get $byte) (i32.const 3))))
              (i32.and (local.get $byte) (i32.const 7)))
            (i32.const 1))
        (then
          (local.set $set (i32.add (local.get $set) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $next (i32.ne (local.get $at) (local.get $end)))
          (return (i32.const 1)))))
    (i32.const 0))

  ;; Tests the needles whose anchor may be at `at`.
  (func $check (param $at i32) (param $needles i32) (param $from i32) (param $to i32)
    (local $n i32) (local $info i32) (local $length i32) (local $start i32)
    (loop $next
      (if (i32.eqz (local.get $needles)) (then (return)))
      (local.set $n (i32.ctz (local.get $needles)))
      (local.set $needles (i32.and (local.get $needles) (i32.sub (local.get $needles) (i32.const 1))))
      (local.set $info (i32.shl (local.get $n) (i32.const 3)))
      (local.set $length (i32.load offset=0x4000 (local.get $info)))
      (local.set $start (i32.sub (local.get $at) (i32.load offset=0x4004 (local.get $info))))
      ;; Too near either end?
      (br_if $next (i32.lt_u (i32.sub (local.get $at) (local.get $from)) (i32.load offset=0x4004 (local.get $info))))
      (br_if $next (i32.gt_u (local.get $start) (local.get $to)))
      (br_if $next (i32.lt_u (i32.sub (local.get $to) (local.get $start)) (local.get $length)))
      (br_if $next (i32.ge_u (local.get $start) (global.get $best)))
      (if (call $matches (local.get $n) (local.get $start) (local.get $length))
        (then (global.set $best (local.get $start))))
      (br $next)))

  ;; Where to stop: the anchor of a needle that begins before the best one, or before the end, lies before this. A short
  ;; needle's anchor may lie after it.
  (func $stop (param $to i32) (result i32)
    (i32.add
      (select (local.get $to) (global.get $best) (i32.eq (global.get $best) (i32.const -1)))
      (i32.load (i32.const 0x4354))))

  ;; For each of the 16 bytes at `at` its bucket bits: the intersection of its two nibbles'. The look-ups are relaxed:
  ;; no nibble exceeds 15, where machines differ.
  (func $buckets (param $at i32) (param $low v128) (param $high v128) (result v128)
    (local $bytes v128) (local $nibble v128)
    (local.set $bytes (v128.load (local.get $at)))
    (local.set $nibble (i8x16.splat (i32.const 15)))
    (v128.and
      (i8x16.relaxed_swizzle (local.get $low) (v128.and (local.get $bytes) (local.get $nibble)))
      (i8x16.relaxed_swizzle (local.get $high)
        (v128.and (i16x8.shr_u (local.get $bytes) (i32.const 4)) (local.get $nibble)))))

  ;; The first address >= from at which a needle lies wholly inside [from, to); -1: there is none. Needles are inspected
  ;; at two positions of each, then at two more: 32 anchors a turn. An anchor's bucket bits are the intersection of its
  ;; positions'.
  (func $findNeedle (export "findNeedle") (param $from i32) (param $to i32) (result i32)
    (local $at i32) (local $there i32) (local $yonder i32) (local $end i32) (local $hits i32) (local $hit i32)
    (local $distance1 i32) (local $distance2 i32) (local $distance3 i32)
    (local $low0 v128) (local $high0 v128) (local $low1 v128) (local $high1 v128)
    (local $low2 v128) (local $high2 v128) (local $low3 v128) (local $high3 v128)
    (local $a v128) (local $b v128)
    (local.set $low0 (v128.load (i32.const 0x4280)))
    (local.set $high0 (v128.load (i32.const 0x4290)))
    (local.set $low1 (v128.load (i32.const 0x42a0)))
    (local.set $high1 (v128.load (i32.const 0x42b0)))
    (local.set $low2 (v128.load (i32.const 0x42c0)))
    (local.set $high2 (v128.load (i32.const 0x42d0)))
    (local.set $low3 (v128.load (i32.const 0x42e0)))
    (local.set $high3 (v128.load (i32.const 0x42f0)))
    (local.set $distance1 (i32.load (i32.const 0x4344)))
    (local.set $distance2 (i32.load (i32.const 0x4348)))
    (local.set $distance3 (i32.load (i32.const 0x434c)))
    (global.set $best (i32.const -1))
    (local.set $at (local.get $from))
    (local.set $end (call $stop (local.get $to)))
    (loop $turn
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (global.get $best))))
      (call $fetch (local.get $at))
      (block $nothing
        (local.set $there (i32.add (local.get $at) (local.get $distance1)))
        (local.set $a (v128.and
          (call $buckets (local.get $at) (local.get $low0) (local.get $high0))
          (call $buckets (local.get $there) (local.get $low1) (local.get $high1))))
        (local.set $b (v128.and
          (call $buckets (i32.add (local.get $at) (i32.const 16)) (local.get $low0) (local.get $high0))
          (call $buckets (i32.add (local.get $there) (i32.const 16)) (local.get $low1) (local.get $high1))))
        (br_if $nothing (i32.eqz (v128.any_true (v128.or (local.get $a) (local.get $b)))))
        (local.set $there (i32.add (local.get $at) (local.get $distance2)))
        (local.set $yonder (i32.add (local.get $at) (local.get $distance3)))
        (local.set $a (v128.and (local.get $a) (v128.and
          (call $buckets (local.get $there) (local.get $low2) (local.get $high2))
          (call $buckets (local.get $yonder) (local.get $low3) (local.get $high3)))))
        (local.set $b (v128.and (local.get $b) (v128.and
          (call $buckets (i32.add (local.get $there) (i32.const 16)) (local.get $low2) (local.get $high2))
          (call $buckets (i32.add (local.get $yonder) (i32.const 16)) (local.get $low3) (local.get $high3)))))
        (br_if $nothing (i32.eqz (v128.any_true (v128.or (local.get $a) (local.get $b)))))
        (v128.store (i32.const 0x4300) (local.get $a))
        (v128.store (i32.const 0x4310) (local.get $b))
        (local.set $hits (i32.or
          (i8x16.bitmask (i8x16.ne (local.get $a) (v128.const i64x2 0 0)))
          (i32.shl (i8x16.bitmask (i8x16.ne (local.get $b) (v128.const i64x2 0 0))) (i32.const 16))))
        (loop $next
          (local.set $hit (i32.ctz (local.get $hits)))
          (call $check
            (i32.add (local.get $at) (local.get $hit))
            (i32.load16_u offset=0x4080
              (i32.shl (i32.load8_u offset=0x4300 (local.get $hit)) (i32.const 1)))
            (local.get $from) (local.get $to))
          (local.set $end (call $stop (local.get $to)))
          (local.set $hits (i32.and (local.get $hits) (i32.sub (local.get $hits) (i32.const 1))))
          (br_if $next (i32.and
            (i32.ne (local.get $hits) (i32.const 0))
            (i32.lt_u (i32.add (local.get $at) (i32.ctz (local.get $hits))) (local.get $end))))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (br $turn))
    (unreachable))

  ;; Of the 16 bytes at `at`, those before `to` that lie in [first, first + more], as bits.
  (func $bytesIn (param $at i32) (param $to i32) (param $first i32) (param $more i32) (result i32)
    (local $left i32) (local $bits i32)
    (local.set $bits (i8x16.bitmask (i8x16.le_u
      (i8x16.sub (v128.load (local.get $at)) (i8x16.splat (local.get $first)))
      (i8x16.splat (local.get $more)))))
    (local.set $left (i32.sub (local.get $to) (local.get $at)))
    (if (i32.ge_u (local.get $left) (i32.const 16)) (then (return (local.get $bits))))
    (i32.and (local.get $bits) (i32.sub (i32.shl (i32.const 1) (local.get $left)) (i32.const 1))))

  ;; The address of the first byte in [first, first + more]; -1: there is none.
  (func $findByteIn (export "findByteIn")
    (param $at i32) (param $to i32) (param $first i32) (param $more i32) (result i32)
    (local $bits i32)
    (loop $turn
      (if (i32.ge_u (local.get $at) (local.get $to)) (then (return (i32.const -1))))
      (local.set $bits (call $bytesIn (local.get $at) (local.get $to) (local.get $first) (local.get $more)))
      (if (local.get $bits) (then (return (i32.add (local.get $at) (i32.ctz (local.get $bits))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $turn))
    (unreachable))

  ;; Counts the line feeds.
  (func (export "countNewlines") (param $at i32) (param $to i32) (result i32)
    (local $sum i32)
    (loop $turn
      (if (i32.lt_u (local.get $at) (local.get $to))
        (then
          (local.set $sum (i32.add (local.get $sum)
            (i32.popcnt (call $bytesIn (local.get $at) (local.get $to) (i32.const 10) (i32.const 0)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $turn))))
    (local.get $sum))

  ;; Replaces each CR LF in [at, to) by LF, in place. Returns the new end. A lone carriage return stays.
  (func (export "crlfToLf") (param $at i32) (param $to i32) (result i32)
    (local $end i32) (local $from i32)
    (local.set $end (local.get $at))
    (local.set $from (local.get $at))
    (loop $next
      (local.set $at (call $findByteIn (local.get $at) (local.get $to) (i32.const 13) (i32.const 0)))
      (if (i32.ne (local.get $at) (i32.const -1))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $next (i32.or
            (i32.eq (local.get $at) (local.get $to))
            (i32.ne (i32.load8_u (local.get $at)) (i32.const 10))))
          (local.set $end (call $moveDown (local.get $end) (local.get $from)
            (i32.sub (i32.sub (local.get $at) (local.get $from)) (i32.const 1))))
          (local.set $from (local.get $at))
          (br $next))))
    (call $moveDown (local.get $end) (local.get $from) (i32.sub (local.get $to) (local.get $from))))

  ;; Moves `length` bytes down. Returns their new end.
  (func $moveDown (param $end i32) (param $from i32) (param $length i32) (result i32)
    (if (i32.ne (local.get $end) (local.get $from))
      (then (memory.copy (local.get $end) (local.get $from) (local.get $length))))
    (i32.add (local.get $end) (local.get $length)))

  ;; Counts the lines with a needle, up to `most`.
  (func (export "countLinesWithNeedle") (param $from i32) (param $to i32) (param $most i32) (result i32)
    (local $count i32)
    (block $over
      (loop $next
        (br_if $over (i32.ge_u (local.get $count) (local.get $most)))
        (local.set $from (call $findNeedle (local.get $from) (local.get $to)))
        (br_if $over (i32.eq (local.get $from) (i32.const -1)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (local.set $from (call $afterBreak (local.get $from) (local.get $to)))
        (br $next)))
    (local.get $count))

  ;; Counts of lines that matched, and of undecided ones.
  (global $matched (mut i32) (i32.const 0))
  (global $undecided (mut i32) (i32.const 0))

  ;; Records an undecided line that ends before `at`; its state has been counted as two matches.
  (func $recordUndecided (param $at i32)
    (global.set $matched (i32.sub (global.get $matched) (i32.const 2)))
    (if (i32.lt_u (global.get $undecided) (i32.const 4096))
      (then (i32.store offset=0x4400 (i32.shl (global.get $undecided) (i32.const 2)) (local.get $at))))
    (global.set $undecided (i32.add (global.get $undecided) (i32.const 1))))

  ;; The state after a byte.
  (func $step (param $state i32) (param $byte i32) (result i32)
    (i32.load offset=0x10000 (i32.add (local.get $state) (i32.shl (local.get $byte) (i32.const 2)))))

  ;; Runs over [at, to) from `state`. Returns the state after it.
  (func $steps (param $at i32) (param $to i32) (param $state i32) (result i32)
    (local $matched i32)
    (block $over
      (loop $next
        (br_if $over (i32.ge_u (local.get $at) (local.get $to)))
        (local.set $state (call $step (local.get $state) (i32.load8_u (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $matched (i32.add (local.get $matched) (i32.shr_u (local.get $state) (i32.const 20))))
        (br_if $next (i32.eqz (i32.and (local.get $state) (i32.const 0x200000))))
        (call $recordUndecided (local.get $at))
        (br $next)))
    (global.set $matched (i32.add (global.get $matched) (local.get $matched)))
    (local.get $state))

  ;; The address after the first line feed in [at, to); `to` if there is none.
  (func $afterBreak (param $at i32) (param $to i32) (result i32)
    (local.set $at (call $findByteIn (local.get $at) (local.get $to) (i32.const 10) (i32.const 0)))
    (select (local.get $to) (i32.add (local.get $at) (i32.const 1)) (i32.eq (local.get $at) (i32.const -1))))

  ;; Counts the lines that match; a line is decided at its break, or at the end. Each state depends on the one before
  ;; it, so four parts of the text are processed side by side.
  (func (export "decideLines") (param $from i32) (param $to i32) (result i32)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32) (local $turns i32) (local $quarter i32)
    (local $ofA i32) (local $ofB i32) (local $ofC i32) (local $ofD i32)
    (local $toA i32) (local $toB i32) (local $toC i32) (local $matched i32)
    (global.set $matched (i32.const 0))
    (global.set $undecided (i32.const 0))
    (local.set $a (local.get $from))
    (if (i32.lt_u (i32.sub (local.get $to) (local.get $from)) (i32.const 512))
      (then (local.set $ofA (call $steps (local.get $from) (local.get $to) (i32.const 0))))
      (else
        (local.set $quarter (i32.shr_u (i32.sub (local.get $to) (local.get $from)) (i32.const 2)))
        (local.set $b (call $afterBreak (i32.add (local.get $a) (local.get $quarter)) (local.get $to)))
        (local.set $c (call $afterBreak
          (i32.add (local.get $a) (i32.shl (local.get $quarter) (i32.const 1))) (local.get $to)))
        (local.set $d (call $afterBreak (i32.sub (local.get $to) (local.get $quarter)) (local.get $to)))
        (local.set $toA (local.get $b))
        (local.set $toB (local.get $c))
        (local.set $toC (local.get $d))
        (local.set $turns (call $min
          (call $min (i32.sub (local.get $b) (local.get $a)) (i32.sub (local.get $c) (local.get $b)))
          (call $min (i32.sub (local.get $d) (local.get $c)) (i32.sub (local.get $to) (local.get $d)))))
        (block $over
          (loop $turn
            (br_if $over (i32.eqz (local.get $turns)))
            (local.set $turns (i32.sub (local.get $turns) (i32.const 1)))
            (local.set $ofA (call $step (local.get $ofA) (i32.load8_u (local.get $a))))
            (local.set $ofB (call $step (local.get $ofB) (i32.load8_u (local.get $b))))
            (local.set $ofC (call $step (local.get $ofC) (i32.load8_u (local.get $c))))
            (local.set $ofD (call $step (local.get $ofD) (i32.load8_u (local.get $d))))
            (local.set $a (i32.add (local.get $a) (i32.const 1)))
            (local.set $b (i32.add (local.get $b) (i32.const 1)))
            (local.set $c (i32.add (local.get $c) (i32.const 1)))
            (local.set $d (i32.add (local.get $d) (i32.const 1)))
            (local.set $matched (i32.add (local.get $matched) (i32.add
              (i32.add (i32.shr_u (local.get $ofA) (i32.const 20)) (i32.shr_u (local.get $ofB) (i32.const 20)))
              (i32.add (i32.shr_u (local.get $ofC) (i32.const 20)) (i32.shr_u (local.get $ofD) (i32.const 20))))))
            (br_if $turn (i32.eqz (i32.and
              (i32.or (i32.or (local.get $ofA) (local.get $ofB)) (i32.or (local.get $ofC) (local.get $ofD)))
              (i32.const 0x200000))))
            (if (i32.and (local.get $ofA) (i32.const 0x200000)) (then (call $recordUndecided (local.get $a))))
            (if (i32.and (local.get $ofB) (i32.const 0x200000)) (then (call $recordUndecided (local.get $b))))
            (if (i32.and (local.get $ofC) (i32.const 0x200000)) (then (call $recordUndecided (local.get $c))))
            (if (i32.and (local.get $ofD) (i32.const 0x200000)) (then (call $recordUndecided (local.get $d))))
            (br $turn)))
        (global.set $matched (i32.add (global.get $matched) (local.get $matched)))
        (local.set $ofA (call $steps (local.get $a) (local.get $toA) (local.get $ofA)))
        (local.set $ofB (call $steps (local.get $b) (local.get $toB) (local.get $ofB)))
        (local.set $ofC (call $steps (local.get $c) (local.get $toC) (local.get $ofC)))
        (local.set $ofD (call $steps (local.get $d) (local.get $to) (local.get $ofD)))
        ;; The state after the last byte is that of the last part that is not empty.
        (if (i32.lt_u (local.get $toA) (local.get $toB)) (then (local.set $ofA (local.get $ofB))))
        (if (i32.lt_u (local.get $toB) (local.get $toC)) (then (local.set $ofA (local.get $ofC))))
        (if (i32.lt_u (local.get $toC) (local.get $to)) (then (local.set $ofA (local.get $ofD))))))
    (call $finish (local.get $from) (local.get $to) (local.get $ofA))
    (i32.store (i32.const 0x4380) (global.get $undecided))
    (global.get $matched))

  ;; After [from, to), in state `state`: decides a last line without a break.
  (func $finish (param $from i32) (param $to i32) (param $state i32)
    (if (i32.eq (local.get $from) (local.get $to)) (then (return)))
    (if (i32.eq (i32.load8_u (i32.sub (local.get $to) (i32.const 1))) (i32.const 10)) (then (return)))
    (local.set $state (call $step (local.get $state) (i32.const 10)))
    (global.set $matched (i32.add (global.get $matched) (i32.shr_u (local.get $state) (i32.const 20))))
    (if (i32.and (local.get $state) (i32.const 0x200000)) (then (call $recordUndecided (local.get $to)))))

  ;; The address after the last line feed in [from, at); `from` if there is none.
  (func $lineStart (param $from i32) (param $at i32) (result i32)
    (local $bits i32)
    (loop $turn
      (if (i32.le_u (local.get $at) (local.get $from)) (then (return (local.get $from))))
      (local.set $at (i32.sub (local.get $at) (i32.const 16)))
      (local.set $bits (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 10)))))
      (br_if $turn (i32.eqz (local.get $bits))))
    (local.set $at (i32.sub (i32.add (local.get $at) (i32.const 32)) (i32.clz (local.get $bits))))
    (select (local.get $at) (local.get $from) (i32.gt_u (local.get $at) (local.get $from))))

  ;; Counts the matching lines among those with a needle; the others are not processed.
  (func (export "decideLinesWithNeedle") (param $from i32) (param $to i32) (result i32)
    (local $at i32) (local $end i32)
    (global.set $matched (i32.const 0))
    (global.set $undecided (i32.const 0))
    (block $over
      (loop $next
        (local.set $at (call $findNeedle (local.get $from) (local.get $to)))
        (br_if $over (i32.eq (local.get $at) (i32.const -1)))
        (local.set $end (call $afterBreak (local.get $at) (local.get $to)))
        (local.set $at (call $lineStart (local.get $from) (local.get $at)))
        (call $finish (local.get $at) (local.get $end)
          (call $steps (local.get $at) (local.get $end) (i32.const 0)))
        (local.set $from (local.get $end))
        (br $next)))
    (i32.store (i32.const 0x4380) (global.get $undecided))
    (global.get $matched))

  ;; The smaller of two.
  (func $min (param $one i32) (param $other i32) (result i32)
    (select (local.get $one) (local.get $other) (i32.lt_u (local.get $one) (local.get $other)))))
