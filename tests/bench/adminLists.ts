/**
 * How much slower the lists of the administration are on a big site than on a small one: 10,000 problems and 100,000
 * users against 100 and 50, the same pages with the same filters, each with its total, interleaved in one run.
 */
import { runSql } from '../support/postgres.ts'
import { signIn } from './support/httpConnection.ts'
import { type Ask, openTwoSites } from './support/twoSites.ts'

const PROBLEMS = `query Problems($offset: Int, $keyword: String, $visibility: ProblemVisibility) {
  managedProblems(first: 10, offset: $offset, keyword: $keyword, visibility: $visibility) {
    totalCount
    edges { node { id number displayId title visibility } }
  }
}`

const USERS = `query Users($offset: Int, $keyword: String, $isBanned: Boolean) {
  accounts(first: 10, offset: $offset, keyword: $keyword, isBanned: $isBanned) {
    totalCount
    edges { node { id realname email isBanned user { username avatar role } } }
  }
}`

const problemPages: Ask[] = [
  (round) => ({ offset: 10 * (round % 10) }),
  (round) => ({ offset: 0, visibility: ['PUBLIC', 'HIDDEN'][round % 2] }),
  (round) => ({ offset: 0, keyword: `B${100001 + (round % 40)}` }),
]

const userPages: Ask[] = [
  (round) => ({ offset: 10 * (round % 10) }),
  () => ({ offset: 0, isBanned: true }),
  (round) => ({ offset: 0, keyword: `user${1 + (round % 40)}` }),
]

const two = await openTwoSites({
  small: { problems: 100, users: 50, submissions: 0 },
  big: { problems: 10_000, users: 100_000, submissions: 0 },
})
for (const site of [two.sites.small, two.sites.big]) {
  const [token = null] = await signIn(site.databaseUrl, 1)
  await runSql(
    site.databaseUrl,
    `update "User" set "role" = 'ROOT' where "id" in (select "userId" from "Session")`,
  )
  site.token = token
}
const problems = await two.compare('managed-problems', PROBLEMS, problemPages)
const users = await two.compare('accounts', USERS, userPages)
await two.close()
console.log(`managed-problems-10k/100: ${problems.toFixed(2)}`)
console.log(`accounts-100k/50: ${users.toFixed(2)}`)
