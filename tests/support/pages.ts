import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesOf } from '#client/vite/lines.ts'
import { problems } from '#prisma/seed/content.ts'
import { ROOT } from '#server/env.ts'
import { globalId } from './judgeable.ts'

/**
 * What stands for the parameters of paths on the seeded site where that is not 1, the number of the first row; null where
 * there is no such row before a test makes it.
 */
const EXAMPLES: Record<string, string | null> = {
  problemID: 'P1042',
  tab: 'discuss',
  rejudgingID: null,
  trainingID: null,
  noteID: 'binary-search',
  noticeID: encodeURIComponent(globalId('SiteNotice', 1)),
  systemNoticeID: encodeURIComponent(globalId('SystemNotice', 1)),
}

/** The same within a contest, whose problems have names of their own; its submissions were sent after all others. */
const IN_CONTEST: Record<string, string> = {
  problemID: 'A',
  submitID: String(
    problems.filter(({ inContest }) => !inContest).flatMap(({ solutions }) => solutions).length + 1,
  ),
}

/** The same within a group: the seeded one has a training and nothing else of its own. */
const IN_GROUP: typeof EXAMPLES = {
  contestID: null,
  discussionID: null,
  problemID: null,
  problemNumber: null,
  submitID: null,
}

/** What a path needs besides, and what is there once its page is complete, where that is not the heading. */
const PARTICULARS: Record<string, { query?: string; ready?: string }> = {
  home: { ready: 'main h2' },
  'problem/:problemID/full-screen': { ready: 'h1' },
  'training/:trainingID/problem/:problemID/full-screen': { ready: 'h1' },
  'submission-detail/:submitID': { ready: '#verdict' },
  // Its stage lies above the page, outside of main.
  scrollBoard: { query: '?cid=1', ready: 'h1' },
  'reset-password': { query: '?username=root&code=abc' },
}

export type PageToVisit = { path: string; ready: string }

/** The paths that the client gives its pages. */
function paths(): string[] {
  const folder = join(ROOT, 'client')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('Routes.ts'))
    .flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8'), join(folder, name)))
    .map(({ path }) => path.slice(1))
}

/** Every page with an address of its own, and one that is none. */
export const PAGES: PageToVisit[] = [...paths(), 'no-such-page'].flatMap((path) => {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const within = path.startsWith('contest/') ? IN_CONTEST : path.startsWith('group/') ? IN_GROUP : {}
  const examples: typeof EXAMPLES = { ...EXAMPLES, ...within }
  if (parameters.some((name) => examples[name] === null)) return []
  const { query = '', ready = 'main h1' } = PARTICULARS[path] ?? {}
  return [{ path: `/${path.replace(/:(\w+)/g, (_, name) => examples[name] ?? '1')}${query}`, ready }]
})

/** The addresses within the administration. */
export const ADMIN_PAGES: string[] = PAGES.map(({ path }) => path).filter(
  (path) => path.startsWith('/admin') && path !== '/admin/login',
)
