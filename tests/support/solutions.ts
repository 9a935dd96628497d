import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#server/env.ts'
import { familyOf } from '#server/modules/similarity/families.ts'
import { randomBelow } from './seededRandom.ts'

export type Solution = { language: string; source: string }

const read = (name: string): string[] =>
  readFileSync(join(ROOT, 'tests/support/solutions', name), 'utf8').split('=====\n')

/**
 * Fifty solutions of one problem, each written for itself: the length of a shortest way between two places, by heaps of
 * many kinds, queues, buckets, matrices and recursion, in C++ and Python.
 */
export const independentSolutions = (): Solution[] => [
  ...read('shortestPath.cpp.txt').map((source) => ({ language: 'cpp17o2', source })),
  ...read('shortestPath.python.txt').map((source) => ({ language: 'python3', source })),
]

type Random = (most: number) => number

/** Names that a copy must keep besides those of the family: fields of the library, and what holds no variable. */
const KEPT = new Set(
  `include define bits stdc std using namespace iostream vector queue stdio cstdio string h int64_t ext pb_ds hpp
  priority_queue ios tie point_iterator modify pairing_heap_tag __gnu_pbds __init__ __lt__ __name__ __main__ math numpy np full
  minimum isfinite functools itertools collections heapq maxsize key default axis all setdefault discard remove insort namedtuple
  count PriorityQueue put namedtuple encoding decltype explicit numeric_limits plus LLONG_MAX unsigned sizeof partial_sum
  __builtin_clzll stdlib typedef goto memory limits tuple map set sstream istringstream unordered_map deque list valarray
  numeric functional algorithm cstring cmath cstdlib divmod`
    .split(/\s+/)
    .filter(Boolean),
)

/** Gives every name of the program another one; texts and comments stay. */
function renamed({ language, source }: Solution, random: Random): string {
  const family = familyOf(language)
  const names = new Map<string, string>()
  const start = random(900)
  return source.replace(
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^\s*(?:#\s*include|import|from)\b.*$|\b[A-Za-z_]\w*/gm,
    (word) => {
      if (!/^[A-Za-z_]\w*$/.test(word) || KEPT.has(word)) return word
      if (family?.kept.has(word) || family?.folded.has(word) || family?.dropped.has(word)) return word
      const known = names.get(word)
      if (known) return known
      const other = `${['item', 'part', 'unit', 'thing', 'piece'][random(5)]}_${start + names.size}`
      names.set(word, other)
      return other
    },
  )
}

/** Parts of a C++ program between which nothing is open. */
function partsOf(source: string): string[] {
  const parts: string[] = []
  let part: string[] = []
  let depth = 0
  for (const line of source.split('\n')) {
    part.push(line)
    depth += (line.match(/{/g)?.length ?? 0) - (line.match(/}/g)?.length ?? 0)
    if (depth === 0 && /[;}]\s*\w*;?\s*$/.test(line)) {
      parts.push(part.join('\n'))
      part = []
    }
  }
  return [...parts, part.join('\n')]
}

/** Swaps neighbours for which `mayMove` is true, each pair with even odds. */
function shuffled(parts: readonly string[], random: Random, mayMove: (part: string) => boolean): string[] {
  const moved = [...parts]
  for (let at = 0; at + 1 < moved.length; at++) {
    const [one = '', other = ''] = moved.slice(at, at + 2)
    if (!mayMove(one) || !mayMove(other) || random(2) === 0) continue
    moved[at] = other
    moved[at + 1] = one
    at++
  }
  return moved
}

const isFunction = (part: string) =>
  /^[\w\s:<>*&,]+\([^;]*\)\s*(const)?\s*\{/m.test(part) && !/\bmain\b/.test(part)
const isStatement = (line: string) =>
  /^\s+[\w[\].>-]+\s*[-+]?=\s*[^{}]*;?\s*$/.test(line) && !/\b(for|if|return)\b/.test(line)

/** Puts functions and neighbouring assignments in another order. */
function reordered({ language, source }: Solution, random: Random): string {
  const isC = language.startsWith('c')
  const parts = isC ? partsOf(source) : source.split(/\n(?=def |class |@|\S+ = |# )/)
  const moved = shuffled(parts, random, isC ? isFunction : (part) => part.startsWith('def '))
  return shuffled(moved.join('\n').split('\n'), random, isStatement).join('\n')
}

const DEAD_C = [
  'static int spare_%(int a) { int b = a * 7; if (b % 3 == 1) b -= a; return b ^ 5; }',
  'double ratio_%(double x, double y) {\n  if (y == 0) return 0;\n  return x / y + 0.5;\n}',
  'void report_%(const char *what) { static int calls = 0; calls += what[0] == 63; }',
  'struct Extra_% { int first_one, last_one; Extra_%() : first_one(0), last_one(9) {} };',
]
const DEAD_PYTHON = [
  'def spare_%(a):\n    b = a * 7\n    if b % 3 == 1:\n        b -= a\n    return b ^ 5\n',
  'def ratio_%(x, y):\n    """Not called."""\n    if y == 0:\n        return 0\n    return x / y + 0.5\n',
  'class Extra_%:\n    limit = 9\n\n    def call(self, what):\n        return [what] * self.limit\n',
]
const DEAD_LINES = ['int idle_% = 3;', 'long long mark_% = 0; mark_% ^= 17;', 'if (false) { puts("%"); }']
const DEAD_LINES_PYTHON = ['idle_% = 3', 'mark_% = [0, 17]', 'assert 1 < 2, "%"']
const NOTES = ['read the input', 'this part is important', 'checked twice', 'go through all of them', 'done']

/** Adds functions, statements and comments that change nothing. */
function padded({ language, source }: Solution, random: Random): string {
  const isC = language.startsWith('c')
  const dead = isC ? DEAD_C : DEAD_PYTHON
  const lines = isC ? DEAD_LINES : DEAD_LINES_PYTHON
  let count = 0
  const fresh = (texts: readonly string[]) => {
    count++
    return (texts[random(texts.length)] ?? '').replaceAll('%', `${count}`)
  }
  const out: string[] = []
  let isPlaced = false
  for (const line of source.split('\n')) {
    const indent = /^\s*/.exec(line)?.[0] ?? ''
    if (
      !isPlaced &&
      indent === '' &&
      (isC ? /^(int|signed|ll|void|long)\b.*\(/ : /^(def|class|n|N)\b/).test(line)
    ) {
      isPlaced = true
      for (let many = 2 + random(2); many > 0; many--) out.push(fresh(dead))
    }
    if (line.trim() && random(4) === 0)
      out.push(`${indent}${isC ? '//' : '#'} ${NOTES[random(NOTES.length)]}`)
    out.push(line)
    const mayFollow = isC
      ? /;\s*$/.test(line) && !/\b(for|if|else|return|case)\b/.test(line)
      : /^\s+\w+ [-+]?= .*[^[({,\\]$/.test(line)
    if (indent !== '' && mayFollow && random(4) === 0) out.push(indent + fresh(lines))
    if (random(6) === 0) out.push('')
  }
  return out.join('\n')
}

/** Other words of the same meaning: loops, steps and types. */
const reworded = ({ language, source }: Solution): string =>
  language.startsWith('c')
    ? source
        .replace(/\bwhile\s*\(((?:[^()]|\([^()]*\))*)\)/g, 'for (; $1; )')
        .replace(/\b(\w+)\+\+(?=\s*\))/g, '++$1')
        .replace(/\bint (?=[a-z]\w* ?=)/g, 'long long ')
    : source.replace(/\b(\w+) \+= 1\b/g, '$1 += 1  # next')

/** A copy of a solution that somebody disguised: reordered, reworded, padded, renamed; the same for equal seeds. */
export function disguised(solution: Solution, seed: number): Solution {
  const random = randomBelow(seed)
  const { language } = solution
  let source = reordered(solution, random)
  source = reworded({ language, source })
  source = padded({ language, source }, random)
  return { language, source: renamed({ language, source }, random) }
}
