import { createHash } from 'node:crypto'
import { asTyped, type MarkdownTree, VERSION } from '#server/shared/markdown/tree.ts'
import type { Database } from './db.ts'
import type { Log } from './log.ts'
import { createMarkdownParser, type MarkdownParser } from './markdownParser.ts'
import { together } from './pacing/together.ts'
import { createRecent } from './recent.ts'

/** Parsed Markdown trees, cached in the database and parsed in a thread. */
export type Markdown = {
  /**
   * The tree of a text; a text that was never parsed is parsed first. Returns the text as typed when parsing takes too
   * long, or, for this call only, when the parser is busy.
   */
  treeOf(text: string): Promise<MarkdownTree>
  /** Parses texts ahead of their readers. Returns at once. */
  keep(texts: readonly string[]): void
  /** Removes trees unread for a month. */
  sweep(): Promise<void>
  /** Waits for the texts that are being parsed, two seconds at most. */
  close(): Promise<void>
}

type Row = { key: string; tree: string | null }

/** Most characters (JSON) of trees in memory. */
const IN_MEMORY = 12_000_000
const LAST_TREES = 2_000
/** Longest wait (ms) of a reader for the thread. */
const PATIENCE = 10_000

/** The parser thread; one per process. */
let parserOfProcess: MarkdownParser | null = null
const sharedParser = (): MarkdownParser => {
  parserOfProcess ??= createMarkdownParser()
  return parserOfProcess
}

/** Marks rows as read, once a day; skips rows that another process has locked. */
const FIND = `
  with "read" as (
    update "MarkdownTree" set "readAt" = now() where "key" in (
      select "key" from "MarkdownTree" where "key" = any($1) and "readAt" < now() - interval '1 day' for update skip locked))
  select "key", "tree" from "MarkdownTree" where "key" = any($1)`

const KEEP = `insert into "MarkdownTree" ("key", "tree") values ($1, $2) on conflict do nothing`

/** The result of `promise`, or of `instead` after `ms`. */
async function soon<Answer>(promise: Promise<Answer>, ms: number, instead: () => Answer): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(instead()), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** `version` of the parser: trees of other versions are parsed again. */
export function openMarkdown(
  { pool }: Pick<Database, 'pool'>,
  log: Log,
  { parser = sharedParser(), version = VERSION }: { parser?: MarkdownParser; version?: number } = {},
): Markdown {
  const known = createRecent<MarkdownTree>(IN_MEMORY)
  const coming = new Map<string, Promise<MarkdownTree>>()
  let isClosed = false

  const keyOf = (text: string) => createHash('sha256').update(`${version}\n${text}`).digest('base64url')

  /** The stored tree of a key; undefined when there is none. One statement reads all keys of one tick. */
  const find = (key: string): Promise<Row | undefined> =>
    together(pool, 'markdownTree', key, async (keys) => {
      const rows = new Map<string, Row>()
      for (const row of (await pool.query<Row>(FIND, [keys])).rows) rows.set(row.key, row)
      return keys.map((one) => rows.get(one))
    })

  async function load(key: string, text: string, isAwaited: boolean): Promise<MarkdownTree> {
    let row = await find(key)
    if (!row) {
      try {
        row = { key, tree: await parser.parse(text, isAwaited) }
        await pool.query(KEEP, [key, row.tree])
      } catch (error) {
        if (!isClosed) log.warn({ err: error }, 'a Markdown text is shown as typed')
        if (!row) return asTyped(text)
      }
    }
    const tree: MarkdownTree = row.tree === null ? asTyped(text) : JSON.parse(row.tree)
    known.set(key, tree, { size: (row.tree ?? text).length })
    return tree
  }

  const ask = (key: string, text: string, isAwaited: boolean): Promise<MarkdownTree> => {
    const promised = coming.get(key)
    if (promised) return promised
    const promise = load(key, text, isAwaited).finally(() => coming.delete(key))
    coming.set(key, promise)
    return promise
  }

  return {
    async treeOf(text) {
      if (!text.trim()) return []
      const key = keyOf(text)
      return known.get(key) ?? soon(ask(key, text, true), PATIENCE, () => asTyped(text))
    },
    keep(texts) {
      for (const text of texts) {
        const key = keyOf(text)
        if (!text.trim() || known.get(key)) continue
        ask(key, text, false).catch((error: unknown) => {
          if (!isClosed) log.warn({ err: error }, 'a Markdown text was not parsed when it was written')
        })
      }
    },
    async sweep() {
      await pool.query(
        `delete from "MarkdownTree" where "key" in (
           select "key" from "MarkdownTree" where "readAt" < now() - interval '30 days' limit ${LAST_TREES})`,
      )
    },
    async close() {
      isClosed = true
      await soon(Promise.allSettled(coming.values()), 2_000, () => [])
    },
  }
}
