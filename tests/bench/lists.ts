/**
 * How much slower the lists of a big site are than those of a small one: 10,000 problems and 1,000,000 submissions
 * against a hundredth of that, the same pages with the same filters, each with its total, interleaved in one run.
 * The pages are those people open: mostly the first ten, with and without filters, and now and then one far behind.
 */
import { type Ask, openTwoSites } from './support/twoSites.ts'

const PROBLEMS = `query Problems($offset: Int, $keyword: String, $difficulty: Difficulty, $tags: [Int!]) {
  problems(first: 30, offset: $offset, keyword: $keyword, difficulty: $difficulty, tags: $tags) {
    totalCount
    edges { node { id displayId title difficulty tags { id name color } tally { total accepted rate } viewerProgress { verdict } } }
  }
}`

const SUBMISSIONS = `query Submissions($offset: Int, $filter: SubmissionFilter) {
  submissions(first: 15, offset: $offset, filter: $filter) {
    totalCount
    edges { node { id number state verdict score timeMs memoryKb codeLength languageName tape caseCount judgedBy createdAt
      problem { id displayId title } user { id username avatar } } }
  }
}`

const problemPages: Ask[] = [
  (round) => ({ offset: 30 * (round % 3) }),
  (round) => ({ offset: 0, difficulty: ['EASY', 'MID', 'HARD'][round % 3] }),
  (round, { problems }) => ({ offset: Math.floor((problems * (round % 10)) / 10 / 30) * 30 }),
]

const submissionPages: Ask[] = [
  (round) => ({ offset: 15 * (round % 10) }),
  (round) => ({ offset: 0, filter: { verdict: ['ACCEPTED', 'WRONG_ANSWER', 'COMPILE_ERROR'][round % 3] } }),
  (round) => ({ offset: 0, filter: { username: `user${1 + (round % 40)}` } }),
  (round) => ({ offset: 0, filter: { problem: `B${100001 + (round % 40)}`, exactProblem: true } }),
]

const two = await openTwoSites({
  small: { problems: 100, users: 50, submissions: 10_000 },
  big: { problems: 10_000, users: 5_000, submissions: 1_000_000 },
})
const problems = await two.compare('problem-list', PROBLEMS, problemPages)
const submissions = await two.compare('submission-list', SUBMISSIONS, submissionPages)
await two.close()
console.log(`problem-list-1M/1k: ${problems.toFixed(2)}`)
console.log(`submission-list-1M/1k: ${submissions.toFixed(2)}`)
