import { MESSAGE_MARK, type MessageKey } from '#judge/protocol.ts'
import { createTranslator } from '#locales/translator.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'

type Marked = { key: string; parameters: Record<string, unknown>; raw: string }

/** Takes a sentence of the judge apart; null when the text is that of a program. */
function takeApart(message: string): Marked | null {
  if (!message.startsWith(MESSAGE_MARK)) return null
  const [line = '', ...rest] = message.slice(MESSAGE_MARK.length).split('\n')
  const [key = '', ...parameters] = line.split(' ')
  try {
    return { key, parameters: JSON.parse(parameters.join(' ') || '{}'), raw: rest.join('\n') }
  } catch {
    return null
  }
}

/** What these go on to say begins with a sentence of the judge, such as the signal that ended a checker. */
const EXPLAINED: readonly string[] = ['checkerFailed', 'interactorFailed'] satisfies MessageKey[]

type Translator = ReturnType<typeof createTranslator>

/** A key of a newer host has no words here yet; then the key itself is said, which still tells something. */
const sentenceOf = (t: Translator, { key, parameters }: Marked): string =>
  t(`judging:${key as MessageKey}`, parameters as never) as unknown as string

/** What a program said, after what the judge has to say first. */
function rawWords(t: Translator, { key, raw }: Marked): string {
  const inner = EXPLAINED.includes(key) ? takeApart(raw) : null
  return inner ? [sentenceOf(t, inner), inner.raw].filter(Boolean).join('\n') : raw
}

/**
 * A message of the judge in the reader's language, followed by what a program said. When the judging itself went
 * wrong, that is the checker's code or the inside of a host, and `manages` says whether the reader may know it.
 */
export function inReadersWords(
  ctx: Pick<Context, 'locale'>,
  message: string | null,
  { verdict, manages }: { verdict: Verdict | null; manages: boolean },
): string | null {
  if (message === null) return null
  const t = createTranslator(ctx.locale)
  const showsRaw = verdict !== 'JUDGE_ERROR' || manages
  const marked = takeApart(message)
  if (!marked) return showsRaw ? message : t('judging:hostFailed')
  const sentence = sentenceOf(t, marked)
  return marked.raw && showsRaw ? `${sentence}\n${rawWords(t, marked)}` : sentence
}
