import { z } from 'zod'
import type { TestsetManifest } from '#judge/protocol.ts'
import { type Context, readerOf } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { number, requiredNumber, text } from '../../../doors/rest/coercers.ts'
import { asAttachment } from '../../../doors/rest/download.ts'
import { router } from '../../../doors/rest/router.ts'
import { visibleProblems } from '../../../policy/problem.ts'
import { enter } from '../../../venue.ts'
import { SHOWN_CONTEST } from '../../contest/contest.ts'
import { zipOf } from '../../testset/archive.ts'
import { problemKeyWhere, whereOfTarget } from '../sending.ts'
import { openSubmission, seesSource } from '../submission.ts'
import { bringOutputs, MOST_OUTPUT_BYTES, placesOf, submittedOutputs } from './outputs.ts'

const query = {
  pid: text().describe('Display id of the problem; in a contest what it is called there.'),
  cid: number(0).describe('Number of the contest where the problem is called so; 0: none.'),
}

/** The cases of an output-only problem that the viewer may read, in a contest or (0) in practice. */
async function outputCases(ctx: Context, { pid, cid }: { pid: string; cid: number }) {
  const key = { displayId: pid }
  if (cid > 0) await enter(ctx, SHOWN_CONTEST, cid, 'look')
  const where =
    cid > 0
      ? await whereOfTarget(ctx, key, cid)
      : { AND: [problemKeyWhere(key), visibleProblems(readerOf(ctx))] }
  const problem = await ctx.db.problem.findFirst({ where, include: { testset: true } })
  if (!problem) throw new Refusal('NOT_FOUND')
  if (!problem.outputOnly) throw new Refusal('NOT_OUTPUT_ONLY')
  if (!problem.testset) throw new Refusal('NO_TESTS')
  return (problem.testset.manifest as TestsetManifest).cases
}

router.upload(
  '/api/file/upload-outputs',
  'login',
  {
    summary: 'Uploads files of output for an output-only problem, one or a zip, to be submitted afterwards.',
    query: { ...query, into: text().describe('Upload to add the files to.') },
    file: { field: 'file', maxBytes: MOST_OUTPUT_BYTES, streamed: true },
    answer: z.object({
      id: z.string().describe('What to submit.'),
      files: z.array(
        z.object({
          name: z.string(),
          size: z.int().describe('Bytes.'),
          caseIndex: z.int().nullable().describe('The case that it is for; null: none.'),
        }),
      ),
    }),
  },
  async (ctx, { file, query }) => {
    const cases = await outputCases(ctx, query)
    const set = await bringOutputs(ctx, file, query.into || null)
    return { id: set.id, files: placesOf(set, cases) }
  },
)

const asZip = (name: string) => ({
  size: null,
  mediaType: 'application/zip',
  cacheControl: 'private, no-cache',
  headers: { 'content-disposition': asAttachment(name) },
})

router.download(
  '/api/file/download-inputs',
  'anyone',
  { summary: 'Inputs of an output-only problem as a zip.', query },
  async (ctx, { query }) => {
    const cases = await outputCases(ctx, query)
    return {
      ...zipOf(
        ctx,
        cases.map(({ input }) => input),
      ),
      ...asZip('inputs.zip'),
    }
  },
)

router.download(
  '/api/file/download-outputs',
  'login',
  {
    summary: 'Files of output of a submission as a zip.',
    query: { submitId: requiredNumber().describe('Number of the submission.') },
  },
  async (ctx, { query }) => {
    const submission = await openSubmission(ctx, query.submitId)
    if (!(await seesSource(ctx, submission))) throw new Refusal('FORBIDDEN')
    return {
      ...zipOf(ctx, await submittedOutputs(ctx, submission)),
      ...asZip(`outputs_${submission.id}.zip`),
    }
  },
)
