import { z } from 'zod'
import { createTranslator } from '#locales/translator.ts'
import { ReportLabel } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { pageOf, paging, requiredFlag, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asHtml, asPage, date, page } from '../../doors/rest/shapes.ts'
import { checkReport, reportDiscussion, reportListing, textOfReport } from './report.ts'

const restReport = z
  .object({
    id: z.int(),
    did: z.int(),
    reporter: z.string(),
    content: z.string().describe('Labels between hash marks, then the reason; as HTML.'),
    status: z.boolean().describe('Whether it is dealt with.'),
    gid: z.int().nullable(),
    discussionTitle: z.string(),
    discussionAuthor: z.string(),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'DiscussionReport', description: 'A report of a post.' })

const labelWords = (ctx: Context) => {
  const t = createTranslator(ctx.locale)
  return (label: ReportLabel) => t(`discussion:label.${label}`)
}

/** Labels as the client of the reference system sends them, where its words are not ours. */
const THEIR_LABELS = {
  色情低俗: 'VULGAR',
  恶意骂战: 'ABUSE',
  恶意抄袭: 'PLAGIARISM',
} as const satisfies Record<string, ReportLabel>

/** Labels that a text begins with, in any language, and the reason after them. */
function readReport(content: string): { labels: ReportLabel[]; reason: string } {
  const ours = (['zh-CN', 'en-US'] as const).flatMap((locale) => {
    const t = createTranslator(locale)
    return Object.values(ReportLabel).map((label) => [t(`discussion:label.${label}`), label] as const)
  })
  const words = new Map<string, ReportLabel>([...ours, ...Object.entries(THEIR_LABELS)])
  const labels: ReportLabel[] = []
  let reason = content.trim()
  for (let found = /^#([^#]+)#/.exec(reason); found; found = /^#([^#]+)#/.exec(reason)) {
    const label = words.get(found[1]?.trim() ?? '')
    if (!label) break
    labels.push(label)
    reason = reason.slice(found[0].length).trimStart()
  }
  return { labels, reason }
}

router.post(
  '/api/discussion-report',
  'login',
  {
    summary: 'Reports a post to the staff of the site, in the name of the caller.',
    body: {
      did: requiredNumber().describe('Number of the post.'),
      content: text().describe('Labels between hash marks, then the reason.'),
    },
  },
  async (ctx, { body: { did, content } }) => {
    await reportDiscussion(ctx, did, readReport(content))
  },
)

router.get(
  '/api/admin/discussion-report',
  'discussion.moderate',
  {
    summary: 'Reports of posts, those not dealt with first, then newest.',
    query: paging(10),
    answer: page(restReport),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { where, orderBy } = reportListing(ctx)
    const name = { select: { username: true } } as const
    const [rows, total] = await Promise.all([
      ctx.db.discussionReport.findMany({
        where,
        orderBy,
        skip: wanted.offset,
        take: wanted.limit,
        include: {
          reporter: name,
          discussion: { select: { groupId: true, title: true, author: name } },
        },
      }),
      ctx.db.discussionReport.count({ where }),
    ])
    const say = labelWords(ctx)
    const records = rows.map((row) => ({
      id: row.id,
      did: row.discussionId,
      reporter: row.reporter.username,
      content: asHtml(textOfReport(say, row)),
      status: row.checked,
      gid: row.discussion.groupId,
      discussionTitle: row.discussion.title,
      discussionAuthor: row.discussion.author.username,
      gmtCreate: asDate(row.createdAt),
      gmtModified: asDate(row.updatedAt),
    }))
    return asPage(records, total, wanted)
  },
)

router.put(
  '/api/admin/discussion-report',
  'discussion.moderate',
  {
    summary: 'Marks a report as dealt with, or not.',
    body: {
      id: requiredNumber().describe('Number of the report.'),
      status: requiredFlag().describe('Whether it is dealt with.'),
    },
  },
  async (ctx, { body: { id, status } }) => {
    await checkReport(ctx, id, status)
  },
)
