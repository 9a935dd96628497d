import { z } from 'zod'
import type { TestsetManifest } from '#judge/protocol.ts'
import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { flag, number, oneOf, optionalFlag, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { asAttachment } from '../../doors/rest/download.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, date } from '../../doors/rest/shapes.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { groupNamed } from '../group/group.ts'
import { archiveOf, findTests } from '../testset/archive.ts'
import { dirOfUpload } from '../testset/casesByName.ts'
import { FULL_SCORE, splitEvenly } from '../testset/sections.ts'
import { isGrouped } from '../testset/testset.ts'
import { namesOfCases, typedSides } from '../testset/typed.ts'
import { bringTests, MOST_UPLOAD_BYTES, pairsOfUpload } from '../testset/upload.ts'
import { findManagedInGroup } from './group/groupProblems.ts'
import { findProblemByNumber } from './problem.ts'
import { CASE_MODE_WORD } from './restCodes.ts'

const pid = requiredNumber().describe('Number of the problem.')
const gid = number(0).describe('Number of the group by whose rights it is uploaded; 0: none.')
const file = { field: 'file', maxBytes: MOST_UPLOAD_BYTES, streamed: true }

const modes = Object.values(CASE_MODE_WORD)
const modeOfWord = (word: string | null) =>
  (['SUBTASK_LOWEST', 'SUBTASK_AVERAGE'] as const).find((mode) => CASE_MODE_WORD[mode] === word) ?? 'ALL'

router.upload(
  '/api/file/upload-testcase-zip',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Uploads tests in a zip, for a problem that is saved afterwards.',
    query: {
      mode: oneOf(modes, null).describe('Case mode that the tests are for.'),
      gid,
    },
    file,
    answer: z.object({
      fileList: z.array(
        z.object({
          input: z.string(),
          output: z.string(),
          groupNum: z.int().optional().describe('1 when cases are in groups.'),
        }),
      ),
      fileListDir: z.string().describe('Upload to save the problem with; not a path.'),
    }),
  },
  async (ctx, { file, query }) => {
    const { id } = await bringTests(ctx, file, { flat: true, groupId: await groupNamed(ctx, query.gid) })
    const { pairs } = await pairsOfUpload(ctx, id)
    const group = isGrouped(modeOfWord(query.mode)) ? { groupNum: 1 } : {}
    return {
      fileList: pairs.map(({ stem, input, answer }) => ({
        input: input.name,
        output: answer?.name ?? `${stem}.out`,
        ...group,
      })),
      fileListDir: dirOfUpload(id),
    }
  },
)

router.upload(
  '/api/file/upload-tests',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Uploads tests: a zip with folders, or a single file.',
    query: {
      into: text().describe('Upload to add the files to.'),
      path: text().describe('Path of a single file in its original folder.'),
      gid,
      isProblem: flag().describe('Whether the zip is a whole problem, which may have no tests.'),
    },
    file,
    answer: z.object({ id: z.string().describe('Number of the upload.') }),
  },
  async (ctx, { file, query }) => {
    const { into, path, isProblem } = query
    const groupId = await groupNamed(ctx, query.gid)
    const { id } = await bringTests(ctx, file, { into: into || null, path: path || null, isProblem, groupId })
    return { id }
  },
)

router.download(
  '/api/file/download-testcase',
  { orInGroup: 'problem.manage' },
  { summary: 'Tests of a problem as a zip.', query: { pid } },
  async (ctx, { query }) => {
    const problem = await findProblemByNumber(ctx, query.pid)
    const archive = archiveOf(ctx, await findTests(ctx, problem))
    return {
      ...archive,
      size: null,
      mediaType: 'application/x-download',
      cacheControl: 'private, no-cache',
      headers: {
        'content-disposition': asAttachment(`problem_${problem.id}_testcase_${ctx.now.getTime()}.zip`),
      },
    }
  },
)

/** ProblemCase of the reference system, for uploaded tests: file names. */
const restCase = z
  .object({
    id: z.int(),
    pid: z.int(),
    input: z.string(),
    output: z.string(),
    score: z.int().describe('Points; equal shares where none are given.'),
    groupNum: z.int().describe('Subtask; 1 where there are none.'),
    status: z.literal(0),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'ProblemCase', description: 'A test of a problem, by its file names.' })

const casesCall = {
  summary: 'Tests of a problem in judging order.',
  query: {
    pid,
    isUpload: optionalFlag().describe('False: tests sent as text are returned as contents instead of names.'),
  },
  answer: z.array(restCase),
}

async function casesOf(ctx: Context, problem: Problem, isUpload: boolean | null) {
  if (problem.testsetId === null) return []
  const { manifest, createdAt } = await findTests(ctx, problem)
  const moment = asDate(createdAt)
  const { cases } = manifest as TestsetManifest
  const sides = isUpload === false ? await typedSides(ctx, cases) : namesOfCases(cases)
  // Forms of the reference system take 0 for an empty field when somebody turns points or groups on.
  const shares = splitEvenly(FULL_SCORE, cases.length)
  return cases.map(({ index, score, subtask }, at) => ({
    id: index,
    pid: problem.id,
    ...(sides[at] ?? { input: '', output: '' }),
    score: problem.scoring === 'OI' ? score : (shares[at] ?? 0),
    groupNum: subtask || 1,
    status: 0 as const,
    gmtCreate: moment,
    gmtModified: moment,
  }))
}

router.get(
  '/api/admin/problem/get-problem-cases',
  { orInGroup: 'problem.manage' },
  casesCall,
  async (ctx, { query }) => {
    const problem = await findProblemByNumber(ctx, query.pid)
    authorize(ctx, canManageProblem(readerOf(ctx), problem))
    return casesOf(ctx, problem, query.isUpload)
  },
)

router.get('/api/group/get-problem-cases', 'login', casesCall, async (ctx, { query }) =>
  casesOf(ctx, await findManagedInGroup(ctx, query.pid), query.isUpload),
)
