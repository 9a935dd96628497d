/**
 * How long it takes from one person sending a reply over HTTP to the changed DOM of a browser that has the post open: the
 * real server in a process of its own, a real Chromium.
 */
import type { Page } from 'playwright'
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import type { Launched } from '../support/launchOn.ts'
import { runSql, startTestServer, withConnection } from '../support/postgres.ts'
import { signIn } from '../support/visitor.ts'
import { median, quantile } from './support/figures.ts'
import { untilJudged } from './support/untilJudged.ts'

const ROUNDS = 25
/** Replies before the counted ones; they fill caches and compile code. */
const WARMING = 50
/** Comments of a page; each shows three replies by itself. */
const COMMENTS = 10

/** Milliseconds since the epoch, finer than Date.now(); the browser says it in the same way. */
const clock = () => performance.timeOrigin + performance.now()

async function openTalk(site: Launched, databaseUrl: string) {
  const token = await signIn(site.url, 'root', site.adminPassword)
  const ask = async <Data>(query: string, variables: object): Promise<Data> => {
    const response = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await response.json()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  await runSql(
    databaseUrl,
    `delete from "Comment" where "discussionId" = 1;
     insert into "Comment" ("discussionId", "authorId", "content")
     select 1, '1', 'Comment ' || n from generate_series(1, ${COMMENTS}) n`,
  )
  const { discussion } = await ask<{ discussion: { comments: { edges: { node: { id: string } }[] } } }>(
    '{ discussion(number: 1) { comments(first: 10) { edges { node { id } } } } }',
    {},
  )
  const comments = discussion.comments.edges.map(({ node }) => node.id)
  const reply = (commentId: string, content: string) =>
    ask('mutation ($input: WriteReplyInput!) { writeReply(input: $input) { id } }', {
      input: { commentId, content },
    })
  return { comments, reply }
}

/** Reports of the page: when (ms) it first showed each reply. */
async function watchReplies(page: Page) {
  const shown = new Map<string, (at: number) => void>()
  await page.exposeFunction('noteReply', (words: string, at: number) => shown.get(words)?.(at))
  // As text, because what compiles this file wraps functions in helpers that the page does not have.
  await page.evaluate(`{
    const seen = new Set()
    new MutationObserver((changes) => {
      const at = performance.timeOrigin + performance.now()
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          for (const [words] of (node.textContent ?? '').matchAll(/Reply no\\. \\d+!/g))
            if (!seen.has(words)) {
              seen.add(words)
              noteReply(words, at)
            }
    }).observe(document.body, { subtree: true, childList: true })
  }`)
  /** Rejects after ten seconds. */
  return (words: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error(`The page never showed ${words}`)), 10_000)
      shown.set(words, (at) => {
        clearTimeout(patience)
        resolve(at)
      })
    })
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const site = await launchSite({ LOG_LEVEL: 'error' }, database)
  const browser = await openBrowser({ isOptimizing: true })
  try {
    await withConnection(database.url, untilJudged)
    const { comments, reply } = await openTalk(site, database.url)
    const page = await browser.newPage()
    await page.goto(`${site.url}/discussion-detail/1?l=en-US`)
    await page.getByText(`Comment ${COMMENTS}`, { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const shown = await watchReplies(page)
    const waits: number[] = []
    for (let round = 0; round < WARMING + ROUNDS; round++) {
      const words = `Reply no. ${round}!`
      const seen = shown(words)
      const sentAt = clock()
      await reply(comments[round % COMMENTS] ?? '', words)
      const wait = (await seen) - sentAt
      if (round >= WARMING) waits.push(wait)
    }
    console.log(`p95 ${quantile(waits, 0.95).toFixed(1)} ms, fastest ${Math.min(...waits).toFixed(1)} ms`)
    console.log(`reply-to-dom-ms: ${median(waits).toFixed(1)}`)
  } finally {
    await browser.close()
    await site.stop()
    await postgres.stop()
  }
}

await main()
