/**
 * How much slower the list of posts is on a site with a million posts than on one with a thousand: the same pages with
 * the same filters, each with its total, interleaved in one run. Searches are apart: every title has the word, so that
 * their index of trigrams has a million entries to leave out.
 */
import { runSql } from '../support/postgres.ts'
import { type Ask, openTwoSites } from './support/twoSites.ts'

const POSTS = `query Posts($offset: Int, $filter: DiscussionFilter) {
  discussions(first: 10, offset: $offset, filter: $filter) {
    totalCount
    edges { node { id title description viewCount likeCount commentCount category { name } author { username } } }
  }
}`

const pages: Ask[] = [
  (round) => ({ offset: 10 * (round % 10), filter: {} }),
  (round) => ({ offset: 0, filter: { problem: `B${100001 + (round % 40)}` } }),
]

const searches: Ask[] = [(round) => ({ offset: 0, filter: { keyword: `wave ${900 + (round % 40)}` } })]

const common = { problems: 100, users: 50, submissions: 0 }
const two = await openTwoSites({ small: common, big: common })
const fill = (count: number) => `
  insert into "Discussion" ("categoryId", "problemId", "authorId", "title", "description", "content", "likeCount")
  select 1 + n % 5, case when n % 3 = 0 then p."ids"[1 + n % 100] end, u."ids"[1 + n % 50],
    'Of tide ' || n % 40 || ' and wave ' || n, 'Summary ' || n, 'Words', n % 7
  from generate_series(1, ${count}) n,
    (select array_agg("id") as "ids" from "Problem") p, (select array_agg("id") as "ids" from "User") u;
  analyze "Discussion"`
await runSql(two.sites.small.databaseUrl, fill(1_000))
await runSql(two.sites.big.databaseUrl, fill(1_000_000))
const list = await two.compare('discussions', POSTS, pages)
const search = await two.compare('searches', POSTS, searches)
await two.close()
console.log(`discussion-search-1M/1k: ${search.toFixed(2)}`)
console.log(`discussion-list-1M/1k: ${list.toFixed(2)}`)
