import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/core/db.ts'
import { createLog } from '#server/core/log.ts'
import { openMarkdown } from '#server/core/markdown.ts'
import { createMarkdownParser, type MarkdownParser } from '#server/core/markdownParser.ts'
import { ROOT } from '#server/env.ts'
import { parseMarkdown } from '#server/shared/markdown/parse.ts'
import { asTyped, formulasOf, type MarkdownTree } from '#server/shared/markdown/tree.ts'
import { commenting } from '../support/commenting.ts'
import { openContestSite } from '../support/contestSite.ts'
import { createDatabase } from '../support/database.ts'

const log = createLog('silent', 'test')
const parser = createMarkdownParser()
const treeOf = async (text: string): Promise<MarkdownTree | null> =>
  JSON.parse((await parser.parse(text)) ?? 'null')

afterAll(() => parser.close())

const repeated = (times: number, one: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => one(at)).join('')

describe('createMarkdownParser', () => {
  it('parses an ordinary text as everybody parses it', async () => {
    const text =
      '# A\n\n- *b*\n\n| c | d |\n|--:|---|\n| 1 | 2 |\n\n> e [^1]\n\n```cpp\nint f;\n```\n\n[^1]: g'
    expect(await treeOf(text)).toEqual(parseMarkdown(text))
  })

  it('sets each formula of a text once, also a wrong one', async () => {
    const tree =
      (await treeOf('$n$ and $n$, $$x$$ in a line.\n\n$$\n\\sum_{i=1}^n % all\na_i\n$$\n\n$\\frac{1$')) ?? []
    expect(formulasOf(tree).map(({ source, display }) => ({ source, display }))).toEqual([
      { source: 'n', display: false },
      { source: 'x', display: false },
      { source: '\\sum_{i=1}^n % all\na_i', display: true },
      { source: '\\frac{1', display: false },
    ])
    for (const { source, html, display } of formulasOf(tree)) {
      if (source === '\\frac{1') expect(html).toContain('katex-error')
      else expect(html).toContain('<math')
      expect(html.includes('katex-display')).toBe(display)
    }
    expect(JSON.stringify(tree).match(/"html"/g)).toHaveLength(4)
  })

  it('lets nothing into the page but what is set', async () => {
    const text = '$\\href{javascript:evil}{x}$ $\\includegraphics{https://evil.example/x.png}$ $<img src=x>$'
    for (const { html } of formulasOf((await treeOf(text)) ?? []))
      expect(html).not.toMatch(/<a |<img|href=|src="/)
  })

  it.each([
    ['emphasis', 'a*_ '.repeat(2_500)],
    ['emphasis within emphasis', '*a_'.repeat(40_000)],
    ['a list', '- a\n'.repeat(2_500)],
    ['lists within lists', repeated(400, (depth) => `${' '.repeat(depth * 2)}- a\n`)],
    ['a wide table', `|${'a|'.repeat(9_000)}\n|${'-|'.repeat(9_000)}\n${'|b\n'.repeat(9_000)}`],
    ['footnotes', repeated(2_500, (at) => `[^${at}] `) + repeated(2_500, (at) => `\n\n[^${at}]: a`)],
    ['quotes within quotes', '>'.repeat(10_000)],
    ['headings', 'a\n=\n'.repeat(40_000)],
    ['links', '[a]('.repeat(20_000)],
  ])('shows a text that takes too long as it was typed: %s', async (_, text) => {
    const tree = await treeOf(text)
    expect(tree === null || JSON.stringify(tree) === JSON.stringify(asTyped(text))).toBe(true)
  })

  it('leaves formulas that take too long as they were typed, and keeps the text', async () => {
    const formula = `${'{\\frac{a}'.repeat(2_000)}b${'}'.repeat(2_000)}`
    const many = repeated(3_000, (at) => `$\\sqrt{a_{${at}}}$ `)
    for (const text of [
      `$n$ *is* $${formula}$`,
      many,
      `$${'\\underbrace{'.repeat(400)}a${'}'.repeat(400)}$`,
    ]) {
      const tree = await treeOf(text)
      if (tree) expect(JSON.stringify(tree).length).toBeLessThan(800_000)
    }
    expect(formulasOf((await treeOf('$n$ *is*')) ?? [])).toHaveLength(1)
  })

  it('leaves the event loop to everybody else', async () => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await Promise.all(Array.from({ length: 5 }, () => parser.parse('a*_ '.repeat(2_500))))
    isOver = true
    expect(turns).toBeGreaterThan(100)
  })
})

describe('a thread that ends', () => {
  let folder = ''
  const parsers: MarkdownParser[] = []
  /** A thread that ends at the text `die`, and at `once` the first time that any thread reads it. */
  const start = () => {
    const made = createMarkdownParser(pathToFileURL(join(folder, 'thread.mjs')))
    parsers.push(made)
    return made
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'markdown-'))
    await writeFile(
      join(folder, 'thread.mjs'),
      `import { existsSync, writeFileSync } from 'node:fs'
       import { parentPort } from 'node:worker_threads'
       const mark = new URL('./died', import.meta.url)
       parentPort.on('message', (text) => {
         if (text === 'die') process.exit(1)
         if (text === 'grow') for (const all = [];;) all.push(new Array(1e6).fill(all))
         if (text === 'once' && !existsSync(mark)) { writeFileSync(mark, ''); process.exit(1) }
         parentPort.postMessage({ tree: JSON.stringify([text]) })
       })
       parentPort.postMessage('ready')`,
    )
  })
  afterAll(async () => {
    for (const one of parsers) await one.close()
    await rm(folder, { recursive: true })
  })

  it('is followed by another, which parses the text and those that wait', async () => {
    const { parse } = start()
    expect(await Promise.all(['a', 'once', 'b'].map((text) => parse(text)))).toEqual([
      '["a"]',
      '["once"]',
      '["b"]',
    ])
  })

  it.each(['die', 'grow'])('fails only the text that ends it each time: %s', async (text) => {
    const { parse } = start()
    expect(await Promise.all([parse('a'), parse(text), parse('b')])).toEqual(['["a"]', null, '["b"]'])
  })

  it('keeps no program from ending that has parsed a text', async () => {
    const program = `const { createMarkdownParser } = await import('#server/core/markdownParser.ts')
      process.stdout.write(await createMarkdownParser().parse('*a*'))`
    const ended = promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program],
      { cwd: ROOT, timeout: 60_000 },
    )
    expect((await ended).stdout).toBe(JSON.stringify(parseMarkdown('*a*')))
  }, 60_000)

  it('leaves what waits unparsed when nothing starts', async () => {
    const none = createMarkdownParser(pathToFileURL(join(folder, 'none.mjs')))
    parsers.push(none)
    await expect(none.parse('a')).rejects.toThrow()
  })
})

describe('openMarkdown', () => {
  let database: Database
  beforeAll(async () => {
    database = openDatabase((await createDatabase()).url)
  })
  afterAll(() => database.close())

  const counting = () => {
    const parsed: string[] = []
    const own: MarkdownParser = {
      ...parser,
      parse: (text, isAwaited) => {
        parsed.push(text)
        return parser.parse(text, isAwaited)
      },
    }
    return { parsed, own }
  }

  it('parses a text once, for all processes and for good', async () => {
    const { parsed, own } = counting()
    const first = openMarkdown(database, log, { parser: own })
    first.keep(['*a*', ' \n', '*a*'])
    const trees = await Promise.all([first.treeOf('*a*'), first.treeOf('*a*'), first.treeOf(' \n')])
    expect(trees).toEqual([[['p', {}, ['em', {}, 'a']]], [['p', {}, ['em', {}, 'a']]], []])
    await first.close()
    const second = openMarkdown(database, log, { parser: own })
    expect(await second.treeOf('*a*')).toEqual(trees[0])
    expect(parsed).toEqual(['*a*'])
  })

  it('remembers that a text took too long', async () => {
    const { parsed, own } = counting()
    const text = 'a*_ '.repeat(2_500)
    for (let times = 0; times < 2; times++) {
      const tree = await openMarkdown(database, log, { parser: own }).treeOf(text)
      expect(JSON.stringify(tree) === JSON.stringify(asTyped(text))).toBe(true)
    }
    expect(parsed).toHaveLength(1)
  })

  it('parses every text again with another version of the parser', async () => {
    const { parsed, own } = counting()
    for (const version of [1001, 1002, 1002])
      await openMarkdown(database, log, { parser: own, version }).treeOf('b')
    expect(parsed).toEqual(['b', 'b'])
  })

  it('shows a text as typed while nothing parses it, and parses it later', async () => {
    const broken = createMarkdownParser(new URL('file:///nowhere.mjs'))
    expect(await openMarkdown(database, log, { parser: broken }).treeOf('*c*')).toEqual(asTyped('*c*'))
    expect(await openMarkdown(database, log, { parser }).treeOf('*c*')).toEqual(parseMarkdown('*c*'))
  })

  it('removes what nobody has read for a month', async () => {
    const markdown = openMarkdown(database, log, { parser })
    await markdown.treeOf('old')
    await markdown.treeOf('read')
    await database.pool.query(`update "MarkdownTree" set "readAt" = now() - interval '31 days'`)
    await openMarkdown(database, log, { parser }).treeOf('read')
    await markdown.sweep()
    const { rows } = await database.pool.query('select "tree" from "MarkdownTree"')
    expect(rows).toEqual([{ tree: JSON.stringify(parseMarkdown('read')) }])
  })
})

describe('through the doors', () => {
  const arena = openContestSite()
  const { people, makeContest } = arena
  const { write, ask } = commenting(arena)
  const keptTrees = async () => (await arena.site.prisma.markdownTree.findMany()).map(({ tree }) => tree)
  const treesIn = async (cid: number): Promise<Record<string, MarkdownTree>> => {
    const { data } = await ask(
      people.owner,
      `query ($cid: Int!) { contest(number: $cid) { comments { edges { node { content contentTree } } } } }`,
      { cid },
    )
    const edges: { node: { content: string; contentTree: MarkdownTree } }[] = data.contest.comments.edges
    return Object.fromEntries(edges.map(({ node }) => [node.content, node.contentTree]))
  }

  it('parses a comment when it is written, no matter who reads it', async () => {
    const cid = await makeContest()
    const hostile = 'a*_ '.repeat(2_500)
    await write(people.owner, cid, 'Say *n*')
    await write(people.owner, cid, hostile)
    await expect.poll(keptTrees).toContain(JSON.stringify(parseMarkdown('Say *n*')))
    await expect.poll(keptTrees).toContain(null)
    const trees = await treesIn(cid)
    expect(trees['Say *n*']).toEqual(parseMarkdown('Say *n*'))
    expect(JSON.stringify(trees[hostile])).toBe(JSON.stringify(asTyped(hostile)))
  })

  it('parses what was written past the rules when it is read', async () => {
    const cid = await makeContest()
    await arena.site.prisma.comment.create({
      data: { contestId: cid, authorId: people.owner.id, content: 'From *before*' },
    })
    expect(Object.values(await treesIn(cid))).toEqual([parseMarkdown('From *before*')])
    expect(await keptTrees()).toContain(JSON.stringify(parseMarkdown('From *before*')))
  })
})
