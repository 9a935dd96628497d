import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CheckingProgram } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'cpp17', 'python3', 'java', 'go', 'rust', 'pascal'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const main = (body: string) => `#include <stdio.h>\nint main(){${body}}`
const says = (text: string) => main(`fputs("${text}",stdout);`)

/** Reads the answer, and the output from stdin; `left` and `right` are what was found and what is expected. */
const kattis = (body: string) => `#include <fstream>
#include <iostream>
#include <string>
#include <cstdlib>
int main(int count, char **words) {
  std::ifstream input(words[1]), answer(words[2]);
  std::string feedback = words[3];
  auto leave = [&](const char *name, const std::string &text) { std::ofstream(feedback + "/" + name) << text; };
  int given, left, right;
  if (!(input >> given) || !(answer >> right)) return 1;
  if (!(std::cin >> left)) { leave("teammessage.txt", "no number"); return 43; }
  ${body}
}`

const checker = (source: string, more: Partial<CheckingProgram> = {}) => ({
  checker: { kind: 'program', language: 'cpp17', source, convention: 'kattis', ...more } as const,
})

const judge = (source: string, more = {}) =>
  workshop.judge({ source, cases: [workshop.testcase('7\n', '3\n', { index: 1, score: 40 })], ...more })

describe('a checker of the Kattis convention', () => {
  const compare = checker(
    kattis(
      'leave("judgemessage.txt", "expected 3"); leave("teammessage.txt", "look again"); return left == right ? 42 : 43;',
    ),
  )

  test('reads the output from stdin and says right or wrong by its exit code', async () => {
    expect((await judge(says('3\\n'), compare)).report.verdict).toBe('ACCEPTED')
    expect((await judge(says('4\\n'), compare)).report.verdict).toBe('WRONG_ANSWER')
  })

  test('the contestant is told what is for the contestant, and nothing else', async () => {
    const { runs } = await judge(says('4\\n'), compare)
    expect(runs[0]).toMatchObject({ message: 'look again', judgeMessage: 'expected 3' })
    const silent = await judge(says(''), compare)
    expect(silent.runs[0]?.message).toBe('no number')
  })

  test('the author is told what is for the author, what the checker wrote on stderr too, and never all of a flood', async () => {
    const verbose = checker(
      kattis('leave("judgemessage.txt", std::string(9000, \'x\')); std::cerr << "by the way"; return 42;'),
    )
    const { runs } = await judge(says('3\\n'), verbose)
    expect(runs[0]).toMatchObject({ verdict: 'ACCEPTED', message: null })
    expect(runs[0]?.judgeMessage).toMatch(/^x{4096}\nby the way$/)
  })

  test('a score is a part of the points of the case', async () => {
    const scored = checker(kattis('leave("score.txt", "10"); return 42;'))
    const oi = await judge(says('3'), { ...scored, scoring: 'OI', fullScore: 40 })
    expect(oi.runs[0]).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 10 })
    const acm = await judge(says('3'), scored)
    expect(acm.runs[0]).toMatchObject({ verdict: 'ACCEPTED', score: null })
  })

  test('its flags come after the folder', async () => {
    const flags = ['case_sensitive', '1e-6']
    const source = kattis(
      'return count == 6 && words[4] == std::string("case_sensitive") && words[5] == std::string("1e-6") ? 42 : 43;',
    )
    expect((await judge(says('3'), checker(source, { flags }))).report.verdict).toBe('ACCEPTED')
  })

  test.each([
    ['crashes', 'leave("judgemessage.txt", "about to fail"); std::abort();', /SIGABRT.*about to fail/s],
    [
      'ends with another code',
      'leave("judgemessage.txt", "no such mode"); return 0;',
      /exitCode.*no such mode/s,
    ],
    ['computes for ever', 'for (volatile int i = 0;; i++);', /^@limitCpu$/m],
    [
      'exceeds its memory',
      'for (;;) { char *p = new char[1 << 20]; for (int i = 0; i < 1 << 20; i += 4096) p[i] = 1; }',
      /^@limitMemory$/m,
    ],
    ['leaves a score that is none', 'leave("score.txt", "much"); return 42;', /not a score: much/],
  ])('one that %s is an error of the judge that says so', async (_, body, words) => {
    const { report } = await judge(says('3'), { ...checker(kattis(body)), scoring: 'OI', fullScore: 40 })
    expect(report.verdict).toBe('JUDGE_ERROR')
    expect(report.message).toMatch(/^@checkerFailed/)
    expect(report.message).toMatch(words)
  })

  test('an output that it does not read to the end', async () => {
    const flood = main('puts("3");for(int i=0;i<1000000;i++)puts("and more of it");')
    expect((await judge(flood, compare)).report.verdict).toBe('ACCEPTED')
  })
})

describe('an interactor of the Kattis convention', () => {
  const interactor: CheckingProgram = {
    language: 'cpp17',
    convention: 'kattis',
    source: `#include <fstream>
#include <iostream>
#include <string>
int main(int, char **words) {
  int secret, guess;
  std::ifstream(words[1]) >> secret;
  auto leave = [&](const char *text) { std::ofstream(std::string(words[3]) + "/teammessage.txt") << text; };
  for (int i = 1; i <= 10; i++) {
    if (!(std::cin >> guess)) { leave("no guess"); return 43; }
    if (guess == secret) { std::cout << "correct" << std::endl; leave("found"); return 42; }
    std::cout << (guess < secret ? "higher" : "lower") << std::endl;
  }
  leave("too many guesses");
  return 43;
}`,
  }
  const play = (source: string, more: Partial<CheckingProgram> = {}) =>
    workshop.judge({
      language: 'cpp17',
      source,
      interactor: { ...interactor, ...more },
      cases: [workshop.testcase('321\n', null, { index: 1 })],
    })
  const bisect = `#include <iostream>
int main() { int low = 1, high = 1000; std::string word; for (;;) { int middle = (low + high) / 2;
std::cout << middle << std::endl; if (!(std::cin >> word) || word == "correct") return 0; if (word == "higher") low = middle + 1; else high = middle - 1; } }`

  test('right, wrong, and silent', async () => {
    expect((await play(bisect)).runs[0]).toMatchObject({ verdict: 'ACCEPTED', message: 'found' })
    const stubborn =
      '#include <iostream>\nint main(){std::string s;do std::cout<<5<<std::endl;while(std::cin>>s);}'
    expect((await play(stubborn)).runs[0]).toMatchObject({
      verdict: 'WRONG_ANSWER',
      message: 'too many guesses',
    })
    expect((await play('int main(){}')).runs[0]).toMatchObject({
      verdict: 'WRONG_ANSWER',
      message: 'no guess',
    })
  })

  test('one that crashes is an error of the judge', async () => {
    const { report } = await play(bisect, { source: '#include <cstdlib>\nint main(){std::abort();}' })
    expect(report.verdict).toBe('JUDGE_ERROR')
    expect(report.message).toMatch(/^@interactorFailed/)
  })
})

describe('checkers in other languages', () => {
  /** Right when the output is the answer and a multiple of a hundred. */
  const SOURCES: Record<string, string> = {
    c11: `#include <stdio.h>
int main(int n, char **v) { int a, o; FILE *f = fopen(v[2], "r"); return n > 3 && fscanf(f, "%d", &a) == 1 && scanf("%d", &o) == 1 && (o - a) % 100 == 0 ? 42 : 43; }`,
    python3: `import sys
a, o = int(open(sys.argv[2]).read()), int(sys.stdin.read())
sys.exit(42 if (o - a) % 100 == 0 else 43)`,
    java: `import java.nio.file.*; import java.util.*;
public class Main { public static void main(String[] v) throws Exception {
  int a = Integer.parseInt(Files.readString(Path.of(v[1])).trim()), o = new Scanner(System.in).nextInt();
  Files.writeString(Path.of(v[2], "teammessage.txt"), "from Java"); System.exit((o - a) % 100 == 0 ? 42 : 43); } }`,
    go: `package main
import ("fmt"; "os")
func main() { var a, o int; f, _ := os.Open(os.Args[2]); fmt.Fscan(f, &a); fmt.Scan(&o); if (o - a) % 100 == 0 { os.Exit(42) }; os.Exit(43) }`,
    rust: `use std::io::Read;
fn main() { let v: Vec<String> = std::env::args().collect(); let a: i64 = std::fs::read_to_string(&v[2]).unwrap().trim().parse().unwrap();
let mut s = String::new(); std::io::stdin().read_to_string(&mut s).unwrap(); let o: i64 = s.trim().parse().unwrap();
std::process::exit(if (o - a) % 100 == 0 { 42 } else { 43 }); }`,
    pascal: `var f: text; a, o: longint;
begin assign(f, paramstr(2)); reset(f); readln(f, a); readln(o); if (o - a) mod 100 = 0 then halt(42); halt(43); end.`,
  }

  test.each(Object.entries(SOURCES))('%s', async (language, source) => {
    if (!workshop.shop.toolchains.has(language)) return
    const written = checker(source, { language })
    expect((await judge(says('303'), written)).report.verdict).toBe('ACCEPTED')
    expect((await judge(says('304'), written)).report.verdict).toBe('WRONG_ANSWER')
  })

  test('one that does not compile shows why', async () => {
    const { report } = await judge(says('3'), checker('fn main() { missing(); }', { language: 'rust' }))
    if (workshop.shop.toolchains.has('rust')) expect(report.message).toMatch(/^@checkerCompile\n.*missing/s)
    expect(report.verdict).toBe('JUDGE_ERROR')
  })
})
