import { askedToLogin } from '../../../app/session/guards.ts'
import { toast } from '../../../app/toasts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { OfferedLanguage, Venue, Workbench } from '../workbenchContext.ts'
import type { Draft } from './draft.ts'
import { MAX_CODE, type Sendable } from './useSubmit.ts'

type Options = {
  /** Why submitting is closed, as words; null when it is open. */
  closed: string | null
  venue: Venue | null
  language: OfferedLanguage | null
  template: string
  draft: Draft
  /** The uploaded files of output; null where code is sent. */
  outputs: Workbench['outputs'] | null
  /** Shows the code, which a phone hides behind the statement. */
  showCode: () => void
}

/** Returns a function for the code or files to send. It returns null, after a message, when nothing can be sent. */
export function useSendable({ closed, venue, language, template, draft, outputs, showCode }: Options) {
  const { t } = useTranslation()
  return (): Sendable | null => {
    if (closed) {
      toast.warning(closed)
      return null
    }
    if (askedToLogin() || venue?.holdsBack()) return null
    if (outputs) {
      const sent = outputs.current ?? { id: null, reason: t('problem:refused.outputsEmpty') }
      if (sent.id && !sent.reason) return { outputs: sent.id }
      toast.warning(sent.reason)
      showCode()
      return null
    }
    if (!language) {
      toast.error(t('problem:editor.noLanguage'))
      return null
    }
    const source = draft.code() ?? template
    if (source.trim() === '') toast.error(t('problem:refused.codeEmpty'))
    else if (source.length > MAX_CODE) toast.error(t('problem:refused.codeTooLong'))
    else return { language: language.key, source }
    showCode()
    return null
  }
}
