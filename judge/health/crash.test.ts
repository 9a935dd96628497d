import { describe, expect, it } from 'vitest'
import { findLanguage } from '../languages.ts'
import { type Crash, crashMessage, crashOf } from './crash.ts'

const LINES = 20

function crash(key: string, stderr: string): Crash | null {
  const form = findLanguage(key)?.crash
  if (!form) throw new Error(`${key} has no form`)
  return crashOf(form, stderr, LINES)
}

const SECRET = 'secret'

describe('what the runtime says', () => {
  it.each<[string, string, string | null, number | null]>([
    [
      'cpp17',
      "terminate called after throwing an instance of 'std::out_of_range'\n  what():  secret\n",
      'std::out_of_range',
      null,
    ],
    ['cpp17', "terminate called after throwing an instance of 'main::E'\n  what():  secret\n", null, null],
    [
      'cpp17',
      "main: main.cpp:10: int main(int, char**): Assertion `secret == 77' failed.\n",
      'Assertion',
      10,
    ],
    ['c11', 'double free or corruption (secret)\n', 'double free or corruption', null],
    ['c11', '*** stack smashing detected ***: terminated\n', '*** stack smashing detected ***', null],
    [
      'python3',
      'Traceback (most recent call last):\n  File "main.py", line 12, in <module>\n    f()\n  File "main.py", line 4, in f\n    return [][1]\n           ~~^^^\nIndexError: secret\n',
      'IndexError',
      4,
    ],
    [
      'pypy3',
      'Traceback (most recent call last):\n  File "main.py", line 3, in <module>\nRecursionError: secret\n',
      'RecursionError',
      3,
    ],
    [
      'python3',
      'Traceback (most recent call last):\n  File "main.py", line 2, in <module>\n    raise Own("secret")\n__main__.Own: secret\n',
      null,
      2,
    ],
    [
      'python3',
      'Traceback (most recent call last):\n  File "main.py", line 3, in <module>\nZeroDivisionError: x\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "main.py", line 5, in <module>\nKeyError: \'secret\'\n',
      'KeyError',
      5,
    ],
    [
      'java',
      'Exception in thread "main" java.util.InputMismatchException\n\tat java.base/java.util.Scanner.throwFor(Scanner.java:939)\n\tat Main.main(Main.java:7)\n\tat Main.main(Main.java:9)\n',
      'java.util.InputMismatchException',
      7,
    ],
    [
      'java',
      'Exception in thread "main" Main$secret: secret\n\tat a.Solution.main(Solution.java:6)\n',
      null,
      6,
    ],
    [
      'kotlin',
      'Exception in thread "main" kotlin.NotImplementedError: secret\n\tat MainKt.main(Main.kt:2)\n',
      'kotlin.NotImplementedError',
      2,
    ],
    [
      'node',
      '/w/main.js:3\nundefined_.x;\n^\n\nReferenceError: secret is not defined\n    at Object.<anonymous> (/w/main.js:3:10)\n\nNode.js v20.20.2\n',
      'ReferenceError',
      3,
    ],
    [
      'node',
      '\n/w/main.js:5\nif(m==2) throw "secret";\n         ^\nsecret\n(Use `node --trace-uncaught ...` to show where)\n\nNode.js v20.20.2\n',
      null,
      5,
    ],
    [
      'typescript',
      '/w/main.ts:4\nthrow new RangeError("secret")\n      ^\n\nRangeError: secret\n',
      'RangeError',
      4,
    ],
    [
      'ruby',
      "/w/main.rb:3:in `/': divided by 0 (ZeroDivisionError)\n\tfrom /w/main.rb:3:in `<main>'\n",
      'ZeroDivisionError',
      3,
    ],
    ['ruby', "/w/main.rb:4:in `<main>': secret (Own)\n", null, 4],
    [
      'php',
      'PHP Fatal error:  Uncaught DivisionByZeroError: secret in /w/main.php:4\nStack trace:\n#0 {main}\n  thrown in /w/main.php on line 4\n',
      'DivisionByZeroError',
      4,
    ],
    [
      'php',
      'Fatal error: Uncaught Own: secret in /w/main.php:5\nStack trace:\n#0 {main}\n  thrown in /w/main.php on line 5\n',
      null,
      5,
    ],
    [
      'go',
      'panic: runtime error: index out of range [7] with length 1\n\ngoroutine 1 [running]:\nmain.main()\n\t/w/main.go:5 +0x175\n',
      'runtime error: index out of range',
      5,
    ],
    ['go', 'panic: secret\n\ngoroutine 1 [running]:\nmain.main()\n\t/w/main.go:6 +0x16b\n', null, 6],
    [
      'rust',
      "\nthread 'main' (1) panicked at main.rs:2:31:\nindex out of bounds: the len is 1 but the index is 5\n",
      'index out of bounds',
      2,
    ],
    ['rust', "\nthread 'main' panicked at main.rs:2:52:\nsecret\n", null, 2],
    [
      'csharp',
      '\nUnhandled Exception:\nSystem.IndexOutOfRangeException: secret\n',
      'System.IndexOutOfRangeException',
      null,
    ],
    ['csharp', '\nUnhandled Exception:\nOwn: secret\n', null, null],
    ['pascal', 'Runtime error 201 at $0000000000401052\n', 'Runtime error 201', null],
    [
      'pascal',
      'An unhandled exception occurred at $0000000000401052:\nEDivByZero: secret\n',
      'EDivByZero',
      null,
    ],
    ['haskell', 'main: divide by zero\n', 'divide by zero', null],
    ['haskell', 'main: main.hs:3:176-204: Non-exhaustive patterns in secret\n', 'Non-exhaustive patterns', 3],
    [
      'haskell',
      'main: secret\nCallStack (from HasCallStack):\n  error, called at main.hs:3:81 in main:Main\n',
      null,
      3,
    ],
  ])('%s: %j', (key, stderr, kind, line) => {
    const found = crash(key, stderr)
    expect(found).toEqual({ kind, line })
    expect(found && crashMessage(found)).not.toContain(SECRET)
  })

  it.each([
    ['cpp17', 'segfault'],
    ['python3', SECRET],
    ['java', 'Caused by: secret'],
    ['node', SECRET],
    ['go', SECRET],
  ])('nothing, in %s', (key, stderr) => expect(crash(key, stderr)).toBeNull())
})

describe('what a program writes', () => {
  it.each([
    [
      'a kind that is none',
      'python3',
      'Traceback (most recent call last):\n  File "main.py", line 3\nIndexErrorsecret: x\n',
      { kind: null, line: 3 },
    ],
    [
      'a line that is none',
      'python3',
      'Traceback (most recent call last):\n  File "main.py", line 123456\nIndexError: x\n',
      { kind: 'IndexError', line: null },
    ],
    [
      'a line of no file',
      'java',
      'Exception in thread "main" java.lang.Error\n\tat secret(Main.java:99999999999999999999)\n',
      { kind: 'java.lang.Error', line: null },
    ],
    ['line zero', 'ruby', "main.rb:0:in `x': y (KeyError)\n", { kind: 'KeyError', line: null }],
    [
      'a class with a name',
      'java',
      'Exception in thread "secret" java.lang.Errorsecret\n',
      { kind: null, line: null },
    ],
  ])('is not passed on: %s', (_, key, stderr, found) => expect(crash(key, stderr)).toEqual(found))

  it.each([
    ['python3', 'Traceback (most recent call last):\n  File "main.py"\n'],
    ['python3', '  File "'],
    ['java', '\tat a('],
    ['java', `\tat ${'.java:1'.repeat(9)}`],
    ['node', 'main.js:1\n^'],
    ['node', '^'],
    ['ruby', 'main.rb:1:in `('],
    ['php', 'Fatal error: '],
    ['cpp17', 'main: main.cpp:1: : '],
    ['rust', "thread 'main' panicked at "],
    ['haskell', 'main: main.hs:1:1'],
    ['go', '/main.go:1'],
  ])('takes no time to look through: %s and much of %j', (key, part) => {
    const began = performance.now()
    crash(key, part.repeat(65_536 / part.length))
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
