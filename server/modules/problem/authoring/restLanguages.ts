import type { Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { languageKeyCalled, offeredLanguages } from '../../site/language.ts'
import type { ProblemPatch } from './editing.ts'
import type { ProblemBody } from './restAuthoring.ts'

/** Keys of the languages of a body; null without a list. Throws PROBLEM_NO_LANGUAGE for a list without a known one. */
async function keysOf(
  ctx: Context,
  { languages }: ProblemBody,
  byNumber: ReadonlyMap<number, string>,
  bank: string | undefined,
): Promise<string[] | null> {
  if (!languages) return null
  const called = await Promise.all(
    languages.map(({ id, name }) => byNumber.get(id ?? 0) ?? languageKeyCalled(ctx, name ?? '', bank)),
  )
  const known = new Set(byNumber.values())
  const keys = [...new Set(called.filter((key) => known.has(key)))]
  // An empty list of ours means all languages.
  if (keys.length === 0) throw new Refusal('PROBLEM_NO_LANGUAGE', { field: 'languageKeys' })
  return keys
}

/**
 * Languages and templates of a body. Forms of the reference system list the languages that are offered now and send
 * them back with every save. So all of these change nothing, and a language that is not offered stays with its template.
 */
export async function languagesOfBody(
  ctx: Context,
  body: ProblemBody,
  before: Problem | null,
): Promise<Pick<ProblemPatch, 'languageKeys' | 'templates'>> {
  const rows = await ctx.db.language.findMany({ select: { id: true, key: true } })
  const byNumber = new Map(rows.map(({ id, key }) => [id, key]))
  const shown = before && new Set((await offeredLanguages(ctx, before)).map(({ key }) => key))
  // Of output-only problems no language is shown, nor of others while no judge host has theirs.
  const isEmptyAsShown = shown?.size === 0 && body.languages?.length === 0
  const keys = isEmptyAsShown ? null : await keysOf(ctx, body, byNumber, before?.bank)
  const given = body.codeTemplates?.flatMap(({ lid, code, status }): [string, string][] => {
    const key = byNumber.get(lid)
    return key && status !== false ? [[key, code ?? '']] : []
  })
  if (!before || !shown)
    return { languageKeys: keys ?? undefined, templates: given && Object.fromEntries(given) }

  const isAsShown = keys?.length === shown.size && keys.every((key) => shown.has(key))
  const hidden = before.languageKeys.filter((key) => !shown.has(key))
  const templates = given && (await ctx.db.problemTemplate.findMany({ where: { problemId: before.id } }))
  const kept = templates?.filter(({ languageKey }) => !shown.has(languageKey))
  return {
    languageKeys: !keys || isAsShown ? undefined : [...new Set([...keys, ...hidden])],
    templates: given && {
      ...Object.fromEntries(kept?.map(({ languageKey, code }) => [languageKey, code]) ?? []),
      ...Object.fromEntries(given),
    },
  }
}
