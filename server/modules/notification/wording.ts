import type { Catalogues } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'

/** Relations that the words of a notification are made of: its sender, and the notice that it is a copy of. */
export const WITH_WORDS = {
  sender: { select: { id: true, username: true, avatar: true, endedAt: true } },
  notice: { select: { title: true, content: true } },
} as const satisfies Prisma.NotificationInclude

export type WordedNotification = Prisma.NotificationGetPayload<{ include: typeof WITH_WORDS }>

/** Columns that the words of a notification are made of. */
export const WORDED = {
  messageKey: true,
  parameters: true,
  title: true,
  content: true,
  action: true,
  words: true,
  quote: true,
  sourceTitle: true,
  ...WITH_WORDS,
} as const satisfies Prisma.NotificationSelect

type Told = Prisma.NotificationGetPayload<{ select: typeof WORDED }>

/** Parameters that are words of other catalogues themselves. */
const wordsOf = (ctx: Context) => {
  const t = createTranslator(ctx.locale)
  const outcome = (said: string) => {
    const [code = '', score] = said.split(' ')
    const verdict = t(`verdict:${code as keyof Catalogues['verdict']}`)
    return score === undefined ? verdict : t('message:scored', { verdict, score })
  }
  const role = (said: string) => t(`account:role.${said as keyof Catalogues['account']['role']}`)
  return {
    outcomeBefore: outcome,
    outcomeAfter: outcome,
    roleBefore: role,
    roleAfter: role,
    trouble: (said: string) => t(`bank:trouble.${said as keyof Catalogues['bank']['trouble']}`),
  } as Readonly<Record<string, ((said: string) => string) | undefined>>
}

/**
 * Text of a notification in the viewer's language (area-rules M7); an administrator's own text and what somebody
 * wrote are shown as written.
 */
export function wordingOf(ctx: Context, told: Told): { title: string; content: string } {
  const { messageKey, parameters, title, content, action, notice } = told
  if (notice) return notice
  const t = createTranslator(ctx.locale)
  if (action !== null) {
    const { sender, words, quote, sourceTitle } = told
    const name = !sender || sender.endedAt ? t('ui:endedUser') : sender.username
    return {
      title: t(`message:act.${action}`, { name, title: sourceTitle ?? '' }),
      content: words ?? quote ?? '',
    }
  }
  if (messageKey === null) return { title: title ?? '', content: content ?? '' }
  const words = wordsOf(ctx)
  const key = messageKey as keyof Catalogues['notification']
  const said: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(parameters as Record<string, string | number>))
    said[name] = words[name]?.(String(value)) ?? value
  return { title: t(`notification:${key}.title`, said), content: t(`notification:${key}.content`, said) }
}
