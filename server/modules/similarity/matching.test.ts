import { describe, expect, it } from 'vitest'
import { disguised, independentSolutions, type Solution } from '#tests/support/solutions.ts'
import { familyOf } from './families.ts'
import { CROWD, findSimilar, type Program } from './matching.ts'
import { MOST_TOKENS, tokensOf } from './tokens.ts'
import { fingerprintsOf, hashesOf, K, LENGTH, W } from './winnowing.ts'

const numbered = (solutions: readonly Solution[]): Program[] =>
  solutions.map((solution, at) => ({ id: at + 1, ...solution }))

const solutions = independentSolutions()

const symbolsOf = (language: string, source: string) => {
  const family = familyOf(language)
  if (!family) throw new Error(language)
  return [...tokensOf(source, family).symbols]
}

const pair = (one: string, other: string, language = 'cpp17'): Program[] =>
  numbered([one, other].map((source) => ({ language, source })))

const GRID = `#include <iostream>
int grid[50][50], best[50][50];
int rows, columns;
void readGrid() {
  std::cin >> rows >> columns;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) std::cin >> grid[i][j];
}
int walk(int i, int j) {
  if (i < 0 || j < 0) return -1000000;
  if (best[i][j] != 0) return best[i][j];
  int up = walk(i - 1, j);
  int left = walk(i, j - 1);
  best[i][j] = grid[i][j] + (up > left ? up : left);
  return best[i][j];
}
int main() {
  readGrid();
  best[0][0] = grid[0][0];
  std::cout << walk(rows - 1, columns - 1) << std::endl;
}`

/** The same in other words, written by hand: functions in another order, names, loops, types and spaces changed. */
const GRID_COPY = `#include<bits/stdc++.h>
using namespace std;
// my own solution
long long memo[50][50]; long long a[50][50];
int N, M;
/* dynamic
   programming */
long long solve(int x, int y)
{
    if (x < 0 || y < 0) return -1000000;
    if (memo[x][y] != 0) return memo[x][y];
    long long l = solve(x, y - 1);
    long long u = solve(x - 1, y);
    memo[x][y] = a[x][y] + (u > l ? u : l);
    return memo[x][y];
}
int unused(int k) { int sum = 0; while (k > 0) { sum += k; k /= 2; } return sum; }
void input()
{
    cin >> N >> M;
    for (int p = 0; p < N; ++p)
    {
        for (int q = 0; q < M; ++q) { cin >> a[p][q]; }
    }
}
int main()
{
    input();
    memo[0][0] = a[0][0];
    cout << solve(N - 1, M - 1) << "\\n";
    return 0;
}`

describe('tokens of a program', () => {
  it('are the same for other names, numbers, comments, layout and ways to count', () => {
    const one = symbolsOf('cpp17', 'for (int i = 0; i < n; i++) { s += a[i]; } // sum')
    expect(symbolsOf('cpp20', 'while (long long\n k=10;k<m ;++k)/*x*/t+=b[k];')).toEqual(one)
    expect(symbolsOf('python3', 'x = 1  # one\ny += 1')).toEqual(symbolsOf('pypy3', 'total = 25\ncount += 1'))
  })

  it('keep keywords, operators and names of the library', () => {
    expect(symbolsOf('cpp17', 'sort(a)')).not.toEqual(symbolsOf('cpp17', 'reverse(a)'))
    expect(symbolsOf('cpp17', 'a + b')).not.toEqual(symbolsOf('cpp17', 'a - b'))
    expect(symbolsOf('java', 'return x')).not.toEqual(symbolsOf('java', 'throw x'))
  })

  it('know their lines, past texts and comments of several lines', () => {
    const family = familyOf('cpp17')
    const { lines } = tokensOf('/*\n\n*/ a\n= "x\\\ny" +\nb', family ?? expect.fail())
    expect([...lines]).toEqual([3, 4, 4, 5, 6])
  })

  it('compares every language of the site', async () => {
    const { LANGUAGES } = await import('#judge/languages.ts')
    expect(LANGUAGES.filter(({ key }) => !familyOf(key))).toEqual([])
    expect(familyOf('csharp')).not.toBe(familyOf('c11'))
    expect(familyOf('typescript')).toBe(familyOf('node'))
  })
})

describe('winnowing', () => {
  it('chooses a fingerprint in every W hashes, and the same one in equal code', () => {
    const symbols = Int32Array.from({ length: 400 }, (_, at) => (at * at * 7919) % 23)
    const prints = [...fingerprintsOf(hashesOf(symbols))]
    for (let at = 1; at < prints.length; at++)
      expect((prints[at] ?? 0) - (prints[at - 1] ?? 0)).toBeLessThanOrEqual(W)
    const part = symbols.slice(100, 100 + LENGTH)
    const ofPart = fingerprintsOf(hashesOf(part))
    expect(ofPart.length).toBeGreaterThan(0)
    expect(hashesOf(symbols.slice(0, K - 1)).length).toBe(0)
  })
})

describe('programs that look alike', () => {
  it('finds a copy with other names, order, loops and types, and says which lines match', () => {
    const [found, ...others] = findSimilar(pair(GRID, GRID_COPY))
    expect(others).toEqual([])
    expect(found?.percent).toBeGreaterThan(85)
    expect(found?.lines).toBeGreaterThanOrEqual(12)
    const walk = found?.regions.find(([start, end]) => start <= 11 && end >= 12)
    expect(walk?.[2]).toBeGreaterThanOrEqual(8)
    expect(walk?.[3]).toBeLessThanOrEqual(17)
  })

  it('finds 20 of 20 disguised copies, and no pair among 50 independent solutions', () => {
    const copies = Array.from({ length: 20 }, (_, at) => {
      const of = (at * 7) % 50
      return { id: 100 + at, of: of + 1, ...disguised(solutions[of] ?? expect.fail(), at + 1) }
    })
    expect(findSimilar(numbered(solutions))).toEqual([])
    const found = findSimilar([...numbered(solutions), ...copies])
    expect(found.map(({ a, b }) => `${a} ${b}`).sort()).toEqual(
      copies.map(({ id, of }) => `${of} ${id}`).sort(),
    )
  })

  it('answers the same in any order', () => {
    const all = [
      ...numbered(solutions.slice(0, 8)),
      { id: 99, ...disguised(solutions[3] ?? expect.fail(), 5) },
    ]
    expect(findSimilar([...all].reverse())).toEqual(findSimilar(all))
  })

  it('compares neither short programs nor other languages', () => {
    const sum = 'int main() { int a, b; cin >> a >> b; cout << a + b << endl; return 0; }'
    expect(findSimilar(pair(sum, sum))).toEqual([])
    const [one, other] = pair(GRID, GRID_COPY)
    expect(findSimilar([one ?? expect.fail(), { ...(other ?? expect.fail()), language: 'java' }])).toEqual([])
  })

  it('subtracts the template of the problem', () => {
    expect(findSimilar(pair(GRID, GRID_COPY), [{ language: 'cpp17', source: GRID }])).toEqual([])
    const end = '\nint own() { return grid[1][2] * 3 - best[3][4]; }\n'
    expect(findSimilar(pair(GRID + end, GRID), [{ language: 'cpp20', source: GRID }])).toEqual([])
    expect(findSimilar(pair(GRID, GRID_COPY), [{ language: 'python3', source: GRID }])).toHaveLength(1)
  })

  it('subtracts what most of a crowd have', () => {
    const crowd = numbered(
      Array.from({ length: CROWD }, (_, at) => ({
        language: 'cpp17',
        source: `${GRID}\nint own = ${at} ${'+ 1'.repeat(at)};`,
      })),
    )
    expect(findSimilar(crowd)).toEqual([])
    expect(findSimilar(crowd.slice(0, CROWD - 1)).length).toBeGreaterThan(0)
  })
})

describe('hostile programs', () => {
  const MS = 1500
  const two = (one: string, other = one) => pair(one, other)
  it.each([
    ['one token over and over', two('a+'.repeat(32_000), `${'a+'.repeat(31_990)}b`)],
    ['comments that do not end', two('/* '.repeat(21_000))],
    ['quotes', two('"'.repeat(65_535))],
    ['quotes on lines of their own', two('"\n'.repeat(32_000))],
    ['one huge line', two('if(a<b+1)c=d[e];'.repeat(4_000), 'if(a<b+1)c=d[e];x();'.repeat(3_200))],
    ['operators at random', two(...(['1', '2'].map((seed) => noise(Number(seed))) as [string, string]))],
    ['signs of no language', two('\u0000\uffff§`\\'.repeat(13_000))],
  ])('takes no time for %s', (_, programs) => {
    const began = performance.now()
    findSimilar(programs)
    expect(performance.now() - began).toBeLessThan(MS)
  })

  it('reads a limited number of tokens', () => {
    expect(symbolsOf('cpp17', 'a+'.repeat(32_000))).toHaveLength(MOST_TOKENS)
  })
})

/** 64,000 characters of two operators. */
function noise(seed: number): string {
  let [state, out] = [seed, '']
  for (let at = 0; at < 32_000; at++) {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    out += `${'+-'[(state >> 8) % 2]}a`
  }
  return out
}
