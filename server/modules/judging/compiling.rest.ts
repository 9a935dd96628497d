import { z } from 'zod'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { number, requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { groupNamed } from '../group/group.ts'
import { checkingLanguage } from '../problem/authoring/restAuthoring.ts'
import { compileChecker } from './compiling.ts'

/** CompileDTO of the reference system. */
const program = z.object({
  pid: z.coerce.number().nullish().describe('Number of its problem; required for a problem of a group.'),
  code: z.string().describe('Source code.'),
  language: z.string().nullish().describe('C or C++.'),
  extraFiles: z.record(z.string(), z.string()).nullish().describe('Contents of additional files by name.'),
})

async function compile(
  ctx: Context,
  { pid, code, language, extraFiles }: z.output<typeof program>,
  gid: number,
) {
  const { ok, message } = await compileChecker(
    ctx,
    { language: checkingLanguage(language), source: code, files: extraFiles ?? {} },
    { problemId: pid ?? null, groupId: await groupNamed(ctx, gid) },
  )
  if (!ok) throw new Refusal('COMPILE_FAILED', { message: message ?? '' })
}

for (const [path, what] of [
  ['/api/admin/problem/compile-spj', 'checker'],
  ['/api/admin/problem/compile-interactive', 'interactor'],
] as const)
  router.post(
    path,
    { orInGroup: 'problem.manage' },
    {
      summary: `Compiles the ${what} of a problem; compile errors are in the message.`,
      query: { gid: number(0).describe('Number of the group of a new problem; 0: none.') },
      body: program,
    },
    (ctx, { query, body }) => compile(ctx, body, query.gid),
  )

for (const [path, what] of [
  ['/api/group/compile-spj', 'checker'],
  ['/api/group/compile-interactive', 'interactor'],
] as const)
  router.post(
    path,
    'login',
    {
      summary: `Compiles the ${what} of a problem of a group; compile errors are in the message.`,
      query: { gid: requiredNumber().describe('Number of the group.') },
      body: program,
    },
    (ctx, { query, body }) => compile(ctx, body, query.gid),
  )
