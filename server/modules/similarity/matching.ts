import { type Family, familyOf } from './families.ts'
import { type Tokens, tokensOf } from './tokens.ts'
import { fingerprintsOf, hashesOf, K } from './winnowing.ts'

/** A program to compare; `id` is any number that names it. */
export type Program = { id: number; language: string; source: string }

/** Lines of a match, from 1: first and last of the one program, first and last of the other. */
export type Region = [startA: number, endA: number, startB: number, endB: number]

/** Two programs that look alike. `a` has the lesser id. */
export type Similar = {
  a: number
  b: number
  /** Share (0 to 100) of the shorter program that the other one has, too. */
  percent: number
  /** Lines with matching code in the program that has fewer of them. */
  lines: number
  /** Ordered by the lines of `a`. */
  regions: Region[]
}

/** Least share (percent) of a pair that is reported. */
export const REPORTED_FROM = 65
/** Least number of own tokens of a program, those of the template not counted: shorter solutions look all the same. */
export const LEAST_TOKENS = 60
/** From as many programs on, code that more than COMMON of them have counts as template: how input is read. */
export const CROWD = 20
export const COMMON = 0.6
/** Least length (tokens) of a match. */
const LEAST_MATCH = K
/** Share of fingerprints that two programs must have in common to be compared token by token. */
const LEAST_SHARED = 0.25
/** Most positions of one fingerprint in a program that matches begin at. */
const MOST_REPEATS = 8
/** Most steps of a comparison, for each token of both programs. */
const MOST_STEPS = 40
/** Most regions of a pair. */
const MOST_REGIONS = 200
/** Most pairs of one problem. */
export const MOST_PAIRS = 500

type Prepared = {
  id: number
  tokens: Tokens
  hashes: Uint32Array
  prints: Int32Array
  /** 1: the token belongs to the template. */
  isTemplate: Uint8Array
  /** Tokens that do not. */
  own: number
  /** Positions of each fingerprint outside the template. */
  places: Map<number, number[]>
}

/** Counts in how many programs a hash occurs, in a table of fixed size; two hashes in one cell are counted together. */
class Occurrences {
  static readonly #BITS = 20
  readonly #counts = new Uint16Array(1 << Occurrences.#BITS)
  readonly #last = new Uint16Array(1 << Occurrences.#BITS)

  /** `turn`: from 1, one for each program. */
  add(hash: number, turn: number): void {
    const cell = hash >>> (32 - Occurrences.#BITS)
    if (this.#last[cell] === turn) return
    this.#last[cell] = turn
    this.#counts[cell] = (this.#counts[cell] ?? 0) + 1
  }

  of(hash: number): number {
    return this.#counts[hash >>> (32 - Occurrences.#BITS)] ?? 0
  }
}

/** Hashes that belong to the template: those of its code, and those that most programs have. */
function templateOf(
  family: Family,
  programs: readonly { hashes: Uint32Array }[],
  templates: readonly Pick<Program, 'language' | 'source'>[],
): (hash: number) => boolean {
  const given = new Set<number>()
  for (const { language, source } of templates)
    if (familyOf(language) === family)
      for (const hash of hashesOf(tokensOf(source, family).symbols)) given.add(hash)
  if (programs.length < CROWD) return (hash) => given.has(hash)
  const occurrences = new Occurrences()
  for (const [at, { hashes }] of programs.entries()) for (const hash of hashes) occurrences.add(hash, at + 1)
  const most = programs.length * COMMON
  return (hash) => given.has(hash) || occurrences.of(hash) > most
}

/** Marks the tokens of the template, and finds the fingerprints of the rest. */
function prepare(
  { id, tokens, hashes }: Pick<Prepared, 'id' | 'tokens' | 'hashes'>,
  belongs: (hash: number) => boolean,
): Prepared {
  const isTemplate = new Uint8Array(tokens.symbols.length)
  let marked = 0
  for (const [at, hash] of hashes.entries()) {
    if (!belongs(hash)) continue
    marked = Math.max(marked, at)
    for (; marked < at + K; marked++) isTemplate[marked] = 1
  }
  let own = 0
  for (const mark of isTemplate) own += 1 - mark
  const prints = fingerprintsOf(hashes)
  const places = new Map<number, number[]>()
  for (const at of prints) {
    const hash = hashes[at] ?? 0
    if (belongs(hash)) continue
    const known = places.get(hash)
    if (!known) places.set(hash, [at])
    else if (known.length < MOST_REPEATS) known.push(at)
  }
  return { id, tokens, hashes, prints, isTemplate, own, places }
}

/** Tokens from `a` of the one program on that equal those from `b` of the other. */
type Tile = { a: number; b: number; length: number }

/** All longest matches around shared fingerprints, until the steps are used up. */
function matchesOf(one: Prepared, other: Prepared): Tile[] {
  const [left, right] = [one.tokens.symbols, other.tokens.symbols]
  let steps = MOST_STEPS * (left.length + right.length)
  const matches: Tile[] = []
  /** End in `one` of the last match of each difference of positions. */
  const reached = new Map<number, number>()
  for (const [hash, places] of one.places) {
    const others = other.places.get(hash)
    if (!others) continue
    for (const at of places)
      for (const there of others) {
        const shift = there - at
        const known = reached.get(shift)
        if (steps <= 0 || (known !== undefined && at < known)) continue
        let [a, b] = [at, there]
        while (a > 0 && b > 0 && left[a - 1] === right[b - 1]) {
          a--
          b--
        }
        let end = at
        while (end < left.length && end + shift < right.length && left[end] === right[end + shift]) end++
        steps -= end - a + 1
        if (end - a < LEAST_MATCH) continue
        reached.set(shift, end)
        matches.push({ a, b, length: end - a })
      }
  }
  return matches
}

/** Greedy string tiling (Wise 1993) over these matches: the longest first, each token in one tile at most. */
function tilesOf(one: Prepared, other: Prepared): Tile[] {
  const [takenA, takenB] = [
    new Uint8Array(one.tokens.symbols.length),
    new Uint8Array(other.tokens.symbols.length),
  ]
  const matches = matchesOf(one, other).sort((x, y) => y.length - x.length || x.a - y.a || x.b - y.b)
  const tiles: Tile[] = []
  for (const { a, b, length } of matches) {
    let start = 0
    for (let at = 0; at <= length; at++) {
      const isFree = at < length && takenA[a + at] === 0 && takenB[b + at] === 0
      if (isFree) continue
      if (at - start >= LEAST_MATCH) {
        takenA.fill(1, a + start, a + at)
        takenB.fill(1, b + start, b + at)
        tiles.push({ a: a + start, b: b + start, length: at - start })
      }
      start = at + 1
    }
  }
  return tiles
}

/** Own tokens of a program in tiles, and their lines. */
function covered({ tokens, isTemplate }: Prepared, tiles: readonly Tile[], side: 'a' | 'b') {
  let count = 0
  const lines = new Set<number>()
  for (const tile of tiles)
    for (let at = tile[side]; at < tile[side] + tile.length; at++)
      if (isTemplate[at] === 0) {
        count++
        lines.add(tokens.lines[at] ?? 0)
      }
  return { count, lines: lines.size }
}

/** Lines of tiles without the template at their ends; neighbours in both programs are one region. */
function regionsOf(one: Prepared, other: Prepared, tiles: readonly Tile[]): Region[] {
  const regions: Region[] = []
  for (const { a, b, length } of [...tiles].sort((x, y) => x.a - y.a)) {
    let [first, last] = [0, length - 1]
    const isTemplate = (at: number) => one.isTemplate[a + at] === 1 && other.isTemplate[b + at] === 1
    while (first <= last && isTemplate(first)) first++
    while (last > first && isTemplate(last)) last--
    if (first > last) continue
    const lineA = (at: number) => one.tokens.lines[a + at] ?? 0
    const lineB = (at: number) => other.tokens.lines[b + at] ?? 0
    const region: Region = [lineA(first), lineA(last), lineB(first), lineB(last)]
    const before = regions.at(-1)
    if (before && region[0] <= before[1] + 1 && region[2] >= before[2] && region[2] <= before[3] + 1) {
      before[1] = Math.max(before[1], region[1])
      before[3] = Math.max(before[3], region[3])
    } else regions.push(region)
  }
  return regions.slice(0, MOST_REGIONS)
}

/** Compares two programs token by token; null when they are less alike than REPORTED_FROM. */
function compare(one: Prepared, other: Prepared): Similar | null {
  const tiles = tilesOf(one, other)
  const [left, right] = [covered(one, tiles, 'a'), covered(other, tiles, 'b')]
  const share = one.own <= other.own ? left.count / one.own : right.count / other.own
  const percent = Math.floor(share * 100)
  if (percent < REPORTED_FROM) return null
  const lines = Math.min(left.lines, right.lines)
  return { a: one.id, b: other.id, percent, lines, regions: regionsOf(one, other, tiles) }
}

/** Pairs of one family with enough fingerprints in common, found by an index from fingerprints to programs. */
function* candidates(programs: readonly Prepared[]): Generator<[Prepared, Prepared]> {
  const index = new Map<number, number[]>()
  const shared = new Uint16Array(programs.length)
  for (const [at, program] of programs.entries()) {
    shared.fill(0)
    for (const hash of program.places.keys()) {
      const known = index.get(hash)
      if (!known) index.set(hash, [at])
      else {
        for (const other of known) shared[other] = (shared[other] ?? 0) + 1
        known.push(at)
      }
    }
    for (let other = 0; other < at; other++) {
      const one = programs[other]
      if (!one) continue
      const least = Math.min(one.places.size, program.places.size)
      if ((shared[other] ?? 0) > least * LEAST_SHARED) yield [one, program]
    }
  }
}

/**
 * Pairs of programs of one problem that look alike, the most similar first, MOST_PAIRS at most. Names, numbers, texts,
 * comments and layout do not count, nor the order of functions, nor code that only one of them has, nor the template.
 * The answer depends on the programs alone, not on their order.
 */
export function findSimilar(
  programs: readonly Program[],
  templates: readonly Pick<Program, 'language' | 'source'>[] = [],
): Similar[] {
  const families = new Map<Family, Pick<Prepared, 'id' | 'tokens' | 'hashes'>[]>()
  for (const { id, language, source } of [...programs].sort((one, other) => one.id - other.id)) {
    const family = familyOf(language)
    if (!family) continue
    const tokens = tokensOf(source, family)
    const read = { id, tokens, hashes: hashesOf(tokens.symbols) }
    const known = families.get(family)
    if (known) known.push(read)
    else families.set(family, [read])
  }
  const found: Similar[] = []
  for (const [family, read] of families) {
    const belongs = templateOf(family, read, templates)
    const own = read.map((one) => prepare(one, belongs)).filter((one) => one.own >= LEAST_TOKENS)
    for (const [one, other] of candidates(own)) {
      const similar = compare(one, other)
      if (similar) found.push(similar)
    }
  }
  return found
    .sort((x, y) => y.percent - x.percent || y.lines - x.lines || x.a - y.a || x.b - y.b)
    .slice(0, MOST_PAIRS)
}
