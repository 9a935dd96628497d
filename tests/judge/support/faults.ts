/** Programs that go wrong, one of each kind for every family of languages. */
export type Faults = { refused: string; crash: string; spin: string; hoard: string; flood: string }

const C: Faults = {
  refused: 'int main() { return missing; }',
  crash: 'int main() { int *p = 0; *p = 1; }',
  spin: 'int main() { for (volatile int i = 0;; i++); }',
  hoard:
    '#include <stdlib.h>\n#include <string.h>\nint main() { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }',
  flood: '#include <stdio.h>\nint main() { for (;;) puts("flood flood flood flood"); }',
}

const PYTHON: Faults = {
  refused: 'def f(:\n',
  crash: 'print(1 // 0)',
  spin: 'while True: pass',
  hoard: 'kept = []\nwhile True: kept.append(bytearray(1 << 20))',
  flood: "while True: print('flood' * 1000)",
}

const NODE: Faults = {
  refused: 'const x = (1',
  crash: "throw new Error('no')",
  spin: 'for (;;);',
  hoard: 'const kept = []; for (;;) kept.push(new Array(1 << 17).fill(kept.length))',
  flood: "for (;;) require('fs').writeSync(1, 'flood'.repeat(1000))",
}

const javaMain = (body: string) =>
  `import java.util.*; public class Main { public static void main(String[] a) { ${body} } }`

/** By language key; rows that differ in flags alone share theirs. */
export const FAULTS: Record<string, Faults> = {
  c: C,
  cpp: {
    ...C,
    hoard:
      '#include <vector>\nint main() { std::vector<std::vector<int>> kept; for (;;) kept.emplace_back(1 << 18, 1); }',
    flood: '#include <iostream>\nint main() { for (;;) std::cout << "flood flood flood\\n"; }',
  },
  java: {
    refused: javaMain('missing();'),
    crash: javaMain('int[] x = new int[1]; System.out.println(x[a.length + 1]);'),
    spin: javaMain('for (long i = 0; ; i++) if (i < 0) return;'),
    hoard: javaMain('List<int[]> kept = new ArrayList<>(); for (;;) kept.add(new int[1 << 18]);'),
    flood: javaMain('for (;;) System.out.println("flood flood flood flood flood");'),
  },
  kotlin: {
    refused: 'fun main() { missing() }',
    crash: 'fun main() { println(listOf(1)[readLine()!!.length + 1]) }',
    spin: 'fun main() { var i = 0L; while (true) { i++; if (i < 0) return } }',
    hoard: 'fun main() { val kept = ArrayList<IntArray>(); while (true) kept.add(IntArray(1 shl 18)) }',
    flood: 'fun main() { while (true) println("flood flood flood flood flood") }',
  },
  python3: PYTHON,
  pypy3: PYTHON,
  python2: { ...PYTHON, flood: "while True: print 'flood' * 1000" },
  rust: {
    refused: 'fn main() { missing(); }',
    crash: 'fn main() { let v: Vec<i32> = Vec::new(); println!("{}", v[std::env::args().count()]); }',
    spin: 'fn main() { let mut i = 0u64; loop { i = std::hint::black_box(i + 1); } }',
    hoard: 'fn main() { let mut kept = Vec::new(); loop { kept.push(vec![1u8; 1 << 20]); } }',
    flood: 'fn main() { loop { println!("flood flood flood flood"); } }',
  },
  node: NODE,
  typescript: { ...NODE, refused: "const x: number = 'one'" },
  go: {
    refused: 'package main\nfunc main() { missing() }',
    crash: 'package main\nfunc main() { panic("no") }',
    spin: 'package main\nfunc main() { for i := 0; ; i++ { } }',
    hoard:
      'package main\nfunc main() { var kept [][]byte; for { b := make([]byte, 1<<20); for i := range b { b[i] = 1 }; kept = append(kept, b) } }',
    flood: 'package main\nimport "fmt"\nfunc main() { for { fmt.Println("flood flood flood") } }',
  },
  csharp: {
    refused: 'class P { static void Main() { missing(); } }',
    crash: 'class P { static void Main(string[] a) { System.Console.Write(a[1]); } }',
    spin: 'class P { static void Main() { for (;;); } }',
    hoard:
      'class P { static void Main() { var kept = new System.Collections.Generic.List<byte[]>(); for (;;) { var b = new byte[1 << 20]; for (int i = 0; i < b.Length; i++) b[i] = 1; kept.Add(b); } } }',
    flood: 'class P { static void Main() { for (;;) System.Console.WriteLine("flood flood flood flood"); } }',
  },
  ruby: {
    refused: 'puts (1',
    crash: 'raise "no"',
    spin: 'loop {}',
    hoard: 'kept = []\nloop { kept << ("x" * (1 << 20)) }',
    flood: 'loop { puts "flood" * 1000 }',
  },
  php: {
    refused: '<?php echo (1;',
    crash: '<?php missing();',
    spin: '<?php for (;;);',
    hoard: '<?php $kept = []; for (;;) $kept[] = str_repeat("x", 1 << 20);',
    flood: '<?php for (;;) echo str_repeat("flood", 1000);',
  },
  pascal: {
    refused: 'begin missing; end.',
    crash: 'var a: integer; begin a := 0; writeln(1 div a); end.',
    spin: 'begin while true do; end.',
    hoard:
      'var p: pointer; begin while true do begin getmem(p, 1048576); fillchar(p^, 1048576, 1); end; end.',
    flood: "begin while true do writeln('flood flood flood'); end.",
  },
  haskell: {
    refused: 'main = missing',
    crash: 'main = print (head ([] :: [Int]))',
    spin: 'main = let loop n = if n < (0 :: Int) then n else loop ((n + 1) `mod` 1000) in print (loop 1)',
    hoard:
      'main = let xs = [1 ..] :: [Integer] in print (length (takeWhile (> 0) xs) + fromIntegral (head xs))',
    flood: 'main = mapM_ putStrLn (repeat "flood flood flood")',
  },
}

/** What contests take for granted beyond the bare language; each prints the sum of the two numbers it reads. */
export const LIBRARIES: [string, string][] = [
  [
    'csharp',
    `using System; using System.IO; using System.Linq; using System.Numerics; using System.Collections.Generic;
class P { static void Main() { var seen = new SortedSet<int> { 3, 1 }; new HashSet<int>().Add(seen.Min);
var reader = new StreamReader(Console.OpenStandardInput()); var (x, _) = (1, 2);
Console.WriteLine(reader.ReadLine().Split().Select(BigInteger.Parse).Aggregate((a, b) => a + b)); } }`,
  ],
  [
    'haskell',
    `import qualified Data.ByteString.Char8 as B
import qualified Data.IntMap.Strict as M
import qualified Data.Vector.Unboxed as V
import Control.Monad.State
import Data.Array.ST
import Data.Array.Unboxed
main = do { line <- B.getLine; print (V.sum (V.fromList (map (maybe 0 fst . B.readInt) (B.words line)))) }`,
  ],
  [
    'pascal',
    `{$mode delphi}
uses math, sysutils, classes, fgl, generics.collections;
var sums: TDictionary<integer, integer>; a, b: integer;
begin sums := TDictionary<integer, integer>.Create; read(a, b); sums.Add(1, max(a, b) + min(a, b)); writeln(sums[1]); end.`,
  ],
  [
    'php',
    '<?php [$a, $b] = explode(" ", trim(fgets(STDIN))); if (ctype_digit($a)) echo bcadd($a, $b), gmp_intval(gmp_init(0)) ? "" : "\\n";',
  ],
  ['ruby', "require 'set'\nrequire 'prime'\nrequire 'bigdecimal'\nputs gets.split.map(&:to_i).to_set.sum"],
  [
    'python3',
    'import sys, heapq, bisect, collections, itertools, decimal, fractions\nprint(sum(map(int, sys.stdin.buffer.readline().split())))',
  ],
  [
    'kotlin',
    'import java.io.*\nimport java.util.*\nfun main(args: Array<String>) { val words = StringTokenizer(BufferedReader(InputStreamReader(System.`in`)).readLine())\nval sums = TreeMap<Int, Int>(); sums[1] = List(2) { words.nextToken().toInt() }.sum(); println(sums[1]) }',
  ],
  [
    'typescript',
    `import fs from 'fs'; import { EOL } from 'node:os'
enum Kind { Sum } class Box<T> { constructor(private value: T) {} get(): T { return this.value } }
const numbers = fs.readFileSync('/dev/stdin').toString().trim().split(' ').map((word) => parseInt(word))
process.stdout.write(new Box(numbers.reduce((a, b) => a + b, Kind.Sum)).get() + EOL)`,
  ],
  [
    'typescript',
    `import * as readline from 'readline'
async function main() { for await (const line of readline.createInterface({ input: process.stdin, terminal: false })) {
  const [a, b] = line.split(' ').map(BigInt); console.log(String(a + b)) } }
main()`,
  ],
  [
    'typescript',
    `declare const require: any; declare var process: any; const name: string = require('fs').readFileSync(0, 'utf8')
const [a, b] = name.split(' ').map(Number); const kept = Buffer.alloc(8); kept.writeInt32LE(a + b, 0); console.log(kept[0])`,
  ],
  [
    'typescript',
    `let text = ''; process.stdin.setEncoding('utf8'); process.stdin.on('data', (piece) => { text += piece })
process.stdin.on('end', (): void => { const [a, b] = text.split(/\\s+/); console.log(+a + +b) })`,
  ],
]
