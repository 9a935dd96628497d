import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHECKERS } from './testlib/checkers.ts'
import { FAIL, OK, openPrograms, PE, type Programs, WA } from './testlib/programs.ts'

let programs: Programs

beforeAll(async () => {
  programs = await openPrograms()
})
afterAll(() => programs.close())

const PARTIAL = 7

type Case = [output: string, answer: string, code: number, words?: RegExp, input?: string]

const CASES: Record<keyof typeof CHECKERS, Case[]> = {
  fcmp: [
    ['a b\nc\n', 'a b\nc\n', OK, /^ok 2 lines/],
    ['a b\nc', 'a b\nc\n', OK],
    ['a b\r\nc\r\n', 'a b\nc\n', OK],
    ['a  b\nc\n', 'a b\nc\n', WA, /^wrong answer 1st lines differ - expected: 'a b', found: 'a {2}b'/],
    ['a b\n', 'a b\nc\n', PE, /Unexpected end of file/],
    ['a b\nc\nd\n', 'a b\nc\n', PE, /Extra information/],
  ],
  lcmp: [
    ['a   b \n c\n', 'a b\nc\n', OK],
    ['a b\nd\n', 'a b\nc\n', WA, /2nd lines differ/],
    ['a\nb\nc\n', 'a\nb\n', WA, /more lines/],
  ],
  wcmp: [
    ['a\n\nb\tc', 'a b c\n', OK, /^ok 3 tokens/],
    ['a b d', 'a b c', WA, /3rd words differ - expected: 'c', found: 'd'/],
    ['a b', 'a b c', WA, /Unexpected EOF/],
    ['a b c d', 'a b c', WA, /extra tokens/],
    ['', '', OK],
  ],
  ncmp: [
    ['1 -2 9223372036854775807', '1\n-2\n9223372036854775807\n', OK],
    ['1 3', '1 2', WA, /2nd numbers differ/],
    ['1 x', '1 2', PE, /Expected int64, but "x" found/],
    ['1 02', '1 2', PE],
    ['1 9223372036854775808', '1 2', PE],
    ['1', '1 2', PE, /Unexpected end of file/],
    ['1 2 3', '1 2', PE, /Extra/],
    ['1 2', '1 x', FAIL, /^FAIL .*in the answer/],
  ],
  dcmp: [
    ['0.3333333', '0.3333334', OK],
    ['0.3333', '0.3334', WA],
    ['nan', '0.3', PE],
    ['1e-1', '0.1', OK],
    ['0x1p3', '8', PE],
  ],
  rcmp4: [
    ['10000.5', '10000', OK],
    ['1.0002', '1', WA],
    ['0.00005', '0', OK],
    ['inf', '1', PE],
  ],
  rcmp6: [
    ['1.0000009', '1', OK],
    ['1.000002', '1', WA],
    ['1000000.5', '1000000', OK],
  ],
  rcmp9: [
    ['1.0000000009', '1', OK],
    ['1.00000001', '1', WA],
    ['-0', '0', OK],
  ],
  hcmp: [
    [`1${'0'.repeat(5000)}`, `1${'0'.repeat(5000)}`, OK],
    ['-12', '-12', OK],
    ['13', '12', WA],
    ['012', '12', PE],
    ['-0', '0', PE],
    ['12', '1x', FAIL],
  ],
  yesno: [
    ['yes', 'YES', OK, /answer is YES/],
    ['no', 'YES', WA],
    ['maybe', 'YES', PE],
    ['', 'YES', PE],
    ['YES', 'perhaps', FAIL],
    ['YES NO', 'YES', PE],
  ],
  nyesno: [
    ['yes No YES', 'YES\nNO\nYES', OK],
    ['yes yes', 'YES NO', WA, /2nd token/],
    ['yes', 'YES NO', WA, /1 more/],
    ['yes no no', 'YES NO', WA, /output has 1 more/],
    ['yes 1', 'YES NO', PE],
  ],
  caseicmp: [
    ['Case 1: 5\nCase 2: 6\n', 'Case 1: 5\nCase 2: 6\n', OK, /2 cases/],
    ['Case 2: 6\nCase 1: 5\n', 'Case 1: 5\nCase 2: 6\n', OK],
    ['Case 1: 5\nCase 2: 7\n', 'Case 1: 5\nCase 2: 6\n', WA, /case 2: expected '6', found '7'/],
    ['Case 1: 5\n', 'Case 1: 5\nCase 2: 6\n', WA],
    ['Case x: 5\n', 'Case 1: 5\n', PE],
    ['Case 1 5\n', 'Case 1: 5\n', PE],
    ['Case 1: 5\n', 'Case 1\n', FAIL],
  ],
  points: [
    ['1 2 3 4', '1 2 3 5', PARTIAL, /^points 75 3 of 4/, '4'],
    ['1 2 3 5', '1 2 3 5', PARTIAL, /^points 100/, '4'],
  ],
  readAns: [
    ['2 3 4', '2 3 4', OK, /^ok n=5/, '5'],
    ['1 3', '2 3 4', WA, /jury has 7/, '5'],
    ['2 4 5', '2 3 4', FAIL, /participant has 9/, '5'],
    ['2 3 3', '2 3 4', WA, /an item twice/, '5'],
    ['2 3 3', '2 3 3', FAIL, /in the answer/, '5'],
    ['2 3 4', '2 3 3', FAIL, /an item twice \(in the answer\)/, '5'],
    ['2 3 9', '2 3 4', WA, /items\[2\].* equals to 9, violates the range \[1, 5\]/, '5'],
    ['2 3 4', '2 3 4', FAIL, /violates the range \[1, 100\] \(in the input\)/, '500'],
  ],
  lines: [
    ['1 2 \n\n5\n', '', OK, undefined, '2 3 1 5'],
    ['1 2\r\n5', '', OK, undefined, '2 3 1 5'],
    ['1 2\n5\n', '', WA, undefined, '2 4 1 5'],
  ],
  silent: [['5', '', FAIL, /ended without a verdict/]],
}

describe.each(Object.entries(CASES))('the checker %s', (name, cases) => {
  const source = CHECKERS[name as keyof typeof CHECKERS]

  test('compiles without a warning, by every standard', async () => {
    await Promise.all(
      (name === 'caseicmp' ? ['c++11', 'c++17', 'c++23'] : ['c++17']).map((one) =>
        programs.ready(source, one),
      ),
    )
  })

  test('judges', async () => {
    for (const [output, answer, code, words, input] of cases) {
      const ended = await programs.check(source, output, answer, input)
      expect([output.slice(0, 50), answer.slice(0, 50), ended.code], ended.stderr).toEqual([
        output.slice(0, 50),
        answer.slice(0, 50),
        code,
      ])
      if (words) expect(ended.stderr).toMatch(words)
    }
  })
})

describe('validators', () => {
  const validator = (body: string) => `#include "testlib.h"
using namespace std;
int main(int argc, char *argv[]) {
  registerValidation(argc, argv);
${body}
  inf.readEof();
}`
  const GRAPH = validator(`  int tests = inf.readInt(1, 3, "t");
  inf.readEoln();
  for (int i = 1; i <= tests; i++) {
    setTestCase(i);
    int n = inf.readInt(1, 10, "n");
    inf.readSpace();
    inf.readToken("[a-z]{1,5}|-", "name");
    inf.readEoln();
    vector<int> a = inf.readInts(n, 0, 100, "a");
    inf.readEoln();
    ensuref(is_sorted(a.begin(), a.end()), "a must be sorted");
    inf.readStrictDouble(-1, 1, 2, 4, "x");
    inf.readEoln();
    inf.readLine("[A-Z ]{3,}", "title");
  }
  unsetTestCase();`)
  const GOOD = '1\n3 abc\n1 2 3\n0.25\nA B C\n'

  test('a good test passes', async () => {
    expect(await programs.run(GRAPH, [], GOOD)).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    ['2\n3 abc\n1 2 3\n0.25\nA B C\n', /Unexpected end of file.*test case 2, stdin, line 6/],
    [`${GOOD}\n`, /Expected EOF/],
    ['01\n', /Expected int32, but "01" found \(stdin, line 1\)/],
    ['1 \n3 abc\n', /Expected EOLN/],
    ['1\r\n3 abc\n', /Expected/],
    ['1\n 3 abc\n', /white-space/],
    ['1\n3  abc\n', /white-space/],
    ['1\n3 abcdef\n', /Token \[name=name\] equals to "abcdef", doesn't correspond to pattern/],
    [
      '1\n11 abc\n',
      /Integer \[name=n\] equals to 11, violates the range \[1, 10\] \(test case 1, stdin, line 2\)/,
    ],
    ['1\n3 abc\n1 2  3\n', /white-space/],
    ['1\n3 abc\n1 2 101\n', /a\[3\]/],
    ['1\n3 abc\n3 2 1\n0.25\n', /a must be sorted/],
    ['1\n3 abc\n1 2 3\n0.2\n', /strict double/],
    ['1\n3 abc\n1 2 3\n00.25\n', /strict double/],
    ['1\n3 abc\n1 2 3\n1e-1\n', /strict double/],
    ['1\n3 abc\n1 2 3\n0.25\na b c\n', /Line \[name=title\].*line 5/],
    ['1\n3 abc\n1 2 3\n0.25\nA B C', /Expected EOLN/],
  ])('%j fails', async (input, words) => {
    const { code, stderr } = await programs.run(GRAPH, [], input)
    expect([code, stderr.slice(0, 5)]).toEqual([FAIL, 'FAIL '])
    expect(stderr).toMatch(words)
  })

  test('one that does not read to the end', async () => {
    const careless =
      '#include "testlib.h"\nint main(int n, char **v) { registerValidation(n, v); inf.readInt(); }'
    expect(await programs.run(careless, [], '5')).toMatchObject({ code: FAIL })
  })

  test('groups, test sets and features', async () => {
    const source = validator(`  addFeature("big");
  int n = inf.readInt(1, validator.group() == "small" ? 10 : 1000, "n");
  if (n > 500) feature("big");
  ensuref(validator.testset() == "pretests", "testset");
  inf.readEoln();`)
    const words = ['--testset', 'pretests', '--group']
    expect(await programs.run(source, [...words, 'large'], '700\n')).toMatchObject({ code: 0 })
    expect(await programs.run(source, [...words, 'small'], '700\n')).toMatchObject({ code: FAIL })
  })
})

describe('generators', () => {
  const generator = (body: string) => `#include "testlib.h"
using namespace std;
int main(int argc, char *argv[]) {
  registerGen(argc, argv, 1);
${body}
}`

  test('the same words give the same test, other words another one', async () => {
    const source = generator('  for (int i = 0; i < 20; i++) println(rnd.next(1000000000), rnd.next());')
    const [first, again, other, split] = await Promise.all(
      [['5', 'a'], ['5', 'a'], ['5', 'b'], ['5a']].map((words) => programs.run(source, words)),
    )
    expect(first?.stdout.split('\n').length).toBe(21)
    expect(again?.stdout).toBe(first?.stdout)
    expect(other?.stdout).not.toBe(first?.stdout)
    expect(split?.stdout).not.toBe(first?.stdout)
  })

  test('values are within their bounds, reach them, and lean as they are told', async () => {
    const source = generator(`  set<long long> seen, wide;
  set<unsigned long long> sizes;
  double sum = 0, high = 0, low = 0;
  for (int i = 0; i < 20000; i++) {
    seen.insert(rnd.next(-3, 3));
    int small = rnd.next(5), any = rnd.next(1, 1);
    ensure(0 <= small && small < 5 && any == 1);
    long long far = rnd.next(LLONG_MIN, LLONG_MAX);
    wide.insert(far < 0);
    sizes.insert(rnd.next(7ULL));
    ensure(rnd.next(size_t(3)) < 3 && rnd.next(3u) < 3);
    long long mixed = rnd.next(1, 10000000000LL);
    ensure(1 <= mixed && mixed <= 10000000000LL);
    double real = rnd.next(), ranged = rnd.next(2.5, 3.5);
    ensure(0 <= real && real < 1 && 2.5 <= ranged && ranged < 3.5);
    sum += real;
    high += rnd.wnext(100, 3);
    low += rnd.wnext(0, 99, -3);
    ensure(rnd.wnext(100, 40) < 100 && rnd.wnext(100, -40) >= 0);
  }
  ensure(seen.size() == 7 && *seen.begin() == -3 && wide.size() == 2 && sizes.size() == 7);
  ensuref(fabs(sum / 20000 - 0.5) < 0.02, "mean %f", sum / 20000);
  ensuref(fabs(high / 20000 - 79.5) < 1.5 && fabs(low / 20000 - 19.5) < 1.5, "weighted %f %f", high / 20000, low / 20000);`)
    expect(await programs.run(source)).toMatchObject({ code: 0, stderr: '' })
  })

  test('permutations, choices, partitions, patterns', async () => {
    const source = generator(`  for (int round = 0; round < 200; round++) {
    vector<int> p = rnd.perm(10, 1), q = p;
    sort(q.begin(), q.end());
    for (int i = 0; i < 10; i++) ensure(q[i] == i + 1);
    shuffle(p.begin(), p.end());
    ensure(set<int>(p.begin(), p.end()).size() == 10);
    vector<int> d = rnd.distinct(5, 10, 14);
    ensure(set<int>(d.begin(), d.end()).size() == 5 && *min_element(d.begin(), d.end()) == 10);
    ensure(rnd.distinct(3, 100).size() == 3);
    vector<long long> parts = rnd.partition(4, 1000000000000LL, 7LL);
    long long sum = 0;
    for (long long part : parts) { ensure(part >= 7); sum += part; }
    ensure(sum == 1000000000000LL && parts.size() == 4 && rnd.partition(3, 3) == vector<int>(3, 1));
    set<string> names = {"x", "y"};
    ensure(names.count(rnd.any(names)) && rnd.any(string("aaa")) == 'a' && names.count(rnd.wany(names, 2)));
    ensure(rnd.any(p.begin(), p.begin() + 1) == p[0]);
    string made = rnd.next("[a-c]{2,%d}(x|yy)?-[^a-zA-Z]\\\\[", 4);
    ensuref(pattern("[a-c]{2,4}(x|yy)?-[^a-zA-Z]\\\\[").matches(made), "%s", made.c_str());
  }`)
    expect(await programs.run(source)).toMatchObject({ code: 0, stderr: '' })
  })

  test('patterns match what they say', async () => {
    const source =
      generator(`  auto yes = [](const char *p, string s) { ensuref(pattern(p).matches(s), "%s should match %s", p, s.c_str()); };
  auto no = [](const char *p, string s) { ensuref(!pattern(p).matches(s), "%s should not match %s", p, s.c_str()); };
  yes("a*ab", "aaab"); yes("(a|ab)(c|bcd)", "abcd"); yes("(ab)+", "ababab"); no("(ab)+", "aba");
  yes("-?(0|[1-9][0-9]{0,3})", "-120"); no("-?(0|[1-9][0-9]{0,3})", "012"); no("[a-z]", ""); yes("", "");
  yes("[a-z]{1,1000000}", string(1000000, 'q')); no("[a-z]{1,1000000}", string(1000000, 'q') + "1");
  yes("(a|b){3}", "aba"); yes("x{2,}", "xxx"); no("x{2,}", "x"); yes("[]a]", "]"); yes("[a\\\\-z]", "-"); no("[a\\\\-z]", "b");
  yes("(a*)*b", "aaab"); yes("mike|john", "john"); no("mike|john", "mikejohn");`)
    expect(await programs.run(source)).toMatchObject({ code: 0, stderr: '' })
  })

  test('the command line and printing', async () => {
    const source = generator(`  vector<int> v = {3, 1, 2};
  println(opt<int>(1), opt<string>("name"), opt<double>("d"));
  println(opt<long long>("n"), opt<int>("m"), opt<bool>("flag"), opt<bool>("unset"), has_opt("none"), opt<int>("k", 9), opt("last"));
  println(v);
  println(v.begin(), v.end());
  println(opts<int>("list"));
  println("text", string("more"), 'c', v);
  println(join(v, ','), split("a,b,,c", ',').size(), tokenize("a,b,,c", ',').size(), trim("  x "), upperCase("aB"), englishEnding(112));
  stringstream line("4 five");
  int four; string five;
  line >> four >> five;
  println(four, five);
  println(opt<int>("neg"));`)
    const words = [
      '7',
      '-name',
      'ann',
      '--d=2.5',
      '-n1000000000000',
      '-m',
      '-5',
      '--flag',
      '-last',
      'z',
      '-list=1,2,3',
      '-neg=-4',
    ]
    const { stdout, stderr, code } = await programs.run(source, words)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.split('\n')).toEqual([
      '7 ann 2.5',
      '1000000000000 -5 1 0 0 9 z',
      '3 1 2',
      '3 1 2',
      '1 2 3',
      'text more c 3 1 2',
      '3,1,2 4 3 x AB th',
      '4 five',
      '-4',
      '',
    ])
  })

  test.each<[string, string[], RegExp]>([
    ['opt<int>("n")', [], /Opt 'n' is not given/],
    ['opt<int>("n")', ['-n=x'], /no such number/],
    ['opt<int>("n")', ['-n=3000000000'], /no such number/],
    ['opt<int>("n")', ['-n=3', '-typo=4'], /never used: typo/],
    ['rnd.next(3, 2)', [], /larger/],
    ['rnd.next(0)', [], /nothing below 0/],
    ['rnd.distinct(5, 1, 4)', [], /not so many/],
    ['rnd.partition(5, 4)', [], /no such partition/],
    ['rnd.next("[a-z")', [], /Illegal pattern/],
    ['rnd.next("a*")', [], /without end/],
  ])('%s with %j fails', async (expression, words, complaint) => {
    const { code, stderr } = await programs.run(generator(`  ${expression};`), words)
    expect([code, stderr.slice(0, 5)]).toEqual([FAIL, 'FAIL '])
    expect(stderr).toMatch(complaint)
  })
})
