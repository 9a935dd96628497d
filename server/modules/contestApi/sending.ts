import { z } from 'zod'
import { OUTPUT } from '#judge/outputs.ts'
import type { Contest } from '#prisma/generated/client.ts'
import { type Context, requireLogin, type SignedInContext } from '../../context.ts'
import type { Upload } from '../../core/blobs.ts'
import { checked } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { enter } from '../../venue.ts'
import { writeComment, writeReply } from '../comment/comment.ts'
import { CONTEST, problemsOf } from '../contest/contest.ts'
import { type ClicsObject, problemIdOf, relativeTime } from '../scoreboard/record/clicsObjects.ts'
import { keepOutputs } from '../submission/outputs/outputs.ts'
import { authorizeEntry } from '../submission/sending.ts'
import { submit } from '../submission/submission.ts'
import { PACKAGE_BOUNDS, type PackageBounds } from '../testset/files.ts'
import { unpackZip } from '../testset/unpack.ts'
import { fileOf, findForReader } from './contestApi.ts'

/** Most bytes of the files of a submission, packed and unpacked; a source has at most 64 Ki characters. */
export const MOST_SOURCE_BYTES = 512 * 1024

const BOUNDS: PackageBounds = {
  ...PACKAGE_BOUNDS,
  entries: 1000,
  fileBytes: MOST_SOURCE_BYTES,
  totalBytes: 2 * MOST_SOURCE_BYTES,
}

const id = z.string().max(100)

/** A submission as the specification has it: a zip of its files, in base64; of one program, or of many outputs. */
const sentSubmission = z.object({
  problem_id: id,
  language_id: id,
  team_id: id.nullish(),
  files: z.array(z.object({ data: z.base64().max(2 * MOST_SOURCE_BYTES) })).length(1),
})

/** A question, about a problem or in general; or an answer. */
const sentClarification = z.object({
  text: z.string().max(20_000),
  problem_id: id.nullish(),
  reply_to_id: id.nullish(),
  from_team_id: id.nullish(),
})

export type NamedFile = { name: string; content: Uint8Array }

/** What a team sends in: files as they are, and what it calls problem and language. */
export type SentCode = { problem: string; language: string; team: string | null; files: readonly NamedFile[] }

/** A submission that was sent as JSON. */
export async function readSubmission(body: unknown): Promise<SentCode> {
  const { problem_id, language_id, team_id = null, files } = checked(sentSubmission, body)
  const zip = Buffer.from(files[0]?.data ?? '', 'base64')
  const unpacked = await unpackZip(zip, { name: 'files.zip', bounds: BOUNDS })
  const named = [...unpacked].map(([name, content]) => ({ name, content }))
  return { problem: problem_id, language: language_id, team: team_id, files: named }
}

const formFields = z.object({
  problem: id.optional(),
  problem_id: id.optional(),
  language: id.optional(),
  language_id: id.optional(),
})

/** A submission that was sent as a form, with the fields of DOMjudge. */
export async function readForm(files: readonly Upload[], texts: Record<string, unknown>): Promise<SentCode> {
  const { problem, problem_id, language, language_id } = checked(formFields, texts)
  const named = await Promise.all(
    files.map(async ({ name, content }) => ({ name, content: await wholeOf(content) })),
  )
  const called = { problem: problem ?? problem_id ?? '', language: language ?? language_id ?? '' }
  return { ...called, team: null, files: named }
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Sends code in for the viewer; answers the submission, with an offset in its time that every reader of ISO 8601 knows. */
export async function sendSubmission(
  ctx: Context,
  contestId: number,
  { problem, language, team, files }: SentCode,
): Promise<ClicsObject> {
  requireLogin(ctx)
  const { contest } = await findForReader(ctx, contestId)
  requireOwn(ctx, team)
  // Before the problem is looked for: labels are secret until the start.
  await authorizeEntry(ctx, contestId)
  const { label, id: problem_id, problemId } = await problemCalled(ctx, contest, problem)
  const where = { id: problemId, outputOnly: true }
  const isOutput = (await ctx.db.problem.count({ where })) > 0
  const sent = isOutput
    ? { language: OUTPUT, source: '', outputs: (await keepOutputs(ctx, await unpacked(files))).id }
    : { language, source: sourceOf(files) }
  const number = await submit(ctx, { problem: { displayId: label }, ...sent, contestId })
  return {
    id: String(number),
    language_id: sent.language,
    problem_id,
    team_id: ctx.viewer.id,
    ...timesOf(ctx, contest),
    entry_point: null,
    files: [fileOf(contestId, number)],
  }
}

/** Files of output, with those of zips among them. */
async function unpacked(files: readonly NamedFile[]): Promise<NamedFile[]> {
  const all: NamedFile[] = []
  for (const file of files) {
    if (!/\.zip$/i.test(file.name)) all.push(file)
    else
      for (const [name, content] of await unpackZip(file.content, { name: file.name, bounds: BOUNDS }))
        all.push({ name, content })
  }
  return all
}

/** The text of a program, without the mark that some editors put before one. */
function sourceOf(files: readonly NamedFile[]): string {
  const [file] = files
  if (!file || files.length > 1) throw new Refusal('ONE_FILE')
  if (file.content.byteLength > MOST_SOURCE_BYTES) throw new Refusal('CODE_TOO_LONG', { field: 'source' })
  return new TextDecoder().decode(file.content)
}

/** Asks a question, or answers one; it is the viewer's comment on the contest. */
export async function sendClarification(
  ctx: Context,
  contestId: number,
  body: unknown,
): Promise<ClicsObject> {
  requireLogin(ctx)
  const { contest } = await findForReader(ctx, contestId)
  const { text, problem_id, reply_to_id, from_team_id = null } = checked(sentClarification, body)
  requireOwn(ctx, from_team_id)
  if (problem_id) await enter(ctx, CONTEST, contestId, 'look')
  const about = problem_id ? (await problemCalled(ctx, contest, problem_id)).label : null
  const content = about === null ? text : `${about}: ${text}`
  const said = { text: content, from_team_id: ctx.viewer.id, ...timesOf(ctx, contest) }
  if (reply_to_id) {
    const commentId = Number(/^comment-([1-9]\d{0,8})$/.exec(reply_to_id)?.[1] ?? 0)
    const isOfContest = (await ctx.db.comment.count({ where: { id: commentId, contestId } })) > 0
    if (!isOfContest) throw new Refusal('NOT_FOUND')
    const reply = await writeReply(ctx, { commentId, replyId: null }, content)
    return { id: `reply-${reply.id}`, reply_to_id, ...said }
  }
  const comment = await writeComment(ctx, { kind: 'contest', id: contestId }, content)
  return { id: `comment-${comment.id}`, ...said }
}

/** Refuses to act for another team. */
function requireOwn({ viewer }: SignedInContext, team: string | null): void {
  if (team !== null && team !== viewer.id) throw new Refusal('FORBIDDEN')
}

/** A problem of the contest by its id or label, in any case. */
async function problemCalled(ctx: Context, contest: Contest, name: string) {
  const rows = await problemsOf(ctx, contest)
  const problems = rows.map(({ displayId, problemId }) => ({ label: displayId, problemId }))
  const named = problems.map((one, place) => ({ ...one, id: problemIdOf({ problems }, place) }))
  const found =
    named.find(({ label, id }) => id === name || label === name) ??
    named.find(({ label }) => label.toLowerCase() === name.toLowerCase())
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

const timesOf = ({ now }: Context, { startsAt }: Contest) => ({
  time: now.toISOString().replace('Z', '+00:00'),
  contest_time: relativeTime(now.getTime() - startsAt.getTime()),
})
