import { useMemo } from 'react'
import type { Fault } from '../../../../ui/form/formState.ts'
import { isInOrder } from '../../../../ui/form/TimeRangeField.tsx'
import type { Faults } from '../../../../ui/form/useForm.ts'
import { wholeNumberFault } from '../../../../ui/form/wholeNumber.ts'
import { awaitsUpload } from '../../../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { type ContestValues, freezesAtOf, lastsMs, sealFits } from './contestValues.ts'

const COLOUR = /^#[0-9a-f]{3,8}$/i
/** Highest number in an account rule (nine digits). */
const MOST_ACCOUNTS = 999_999_999

/** Checks of the contest form that need no server. */
export function useContestRules(): (values: ContestValues) => Faults<ContestValues> {
  const { t } = useTranslation()
  return useMemo(() => {
    const required = { words: t('ui:fault.REQUIRED') }
    const said = (words: string): Fault => ({ words, atOnce: true })
    const whole = (value: number | null, max: number) => wholeNumberFault(t, value, { min: 0, max })

    const rangeFault = ({ range, seal }: ContestValues): Fault | null => {
      if (!range.from || !range.to) return required
      const since = Date.parse(seal.since ?? '')
      if (Date.parse(range.from) > since || Date.parse(range.to) <= since)
        return said(t('contestForm:fault.freezeBegun'))
      return isInOrder(range) && lastsMs(range) > 0 ? null : said(t('contestForm:fault.times'))
    }
    const sealFault = (values: ContestValues): Fault | null => {
      const { seal, range } = values
      const lasts = lastsMs(range)
      if (seal.choice === 'NONE' || lasts === 0) return null
      if (!sealFits(seal.choice, lasts)) return said(t('contestForm:fault.seal'))
      if (seal.choice !== 'OTHER') return null
      const fault = wholeNumberFault(t, seal.minutes, { min: 1, max: Math.floor(lasts / 60_000) })
      return fault ?? (freezesAtOf(values) === null ? required : null)
    }
    const accountsFault = ({ accounts }: ContestValues): Fault | null => {
      if (!accounts.isOn) return null
      const { start, end, prefix, suffix, extra } = accounts
      const fault = whole(start, MOST_ACCOUNTS) ?? whole(end, MOST_ACCOUNTS)
      if (fault) return fault
      if ([prefix, suffix, ...extra].some((text) => /[<>\s]/.test(text)))
        return said(t('contestForm:fault.accountText'))
      const none = (start ?? 0) > (end ?? 0) && extra.length === 0
      return none ? said(t('contestForm:fault.accounts')) : null
    }
    const awardsFault = ({ awardKind, awards }: ContestValues): Fault | null => {
      if (awardKind === 'NONE') return null
      if (awards.length === 0) return said(t('contestForm:fault.noTiers'))
      if (awards.some(({ name }) => !name.trim())) return { words: t('contestForm:fault.tierName') }
      if (awards.some(({ background, color }) => !COLOUR.test(background) || !COLOUR.test(color)))
        return { words: t('contestForm:fault.tierColour') }
      const numbers = awards.map(({ number }) => number)
      const most = awardKind === 'PERCENTAGE' ? 100 : 100_000
      const fault = numbers.map((number) => whole(number, most)).find(Boolean)
      if (fault) return fault
      const sum = numbers.reduce<number>((total, number) => total + (number ?? 0), 0)
      return awardKind === 'PERCENTAGE' && sum > 100 ? said(t('contestForm:fault.shares')) : null
    }

    return (values) => ({
      title: values.title.trim() ? null : required,
      description: !values.description.trim()
        ? required
        : awaitsUpload(values.description)
          ? said(t('markdown:upload.wait'))
          : null,
      range: rangeFault(values),
      password: values.access !== 'PUBLIC' && !values.password ? required : null,
      seal: sealFault(values),
      accounts: accountsFault(values),
      awards: awardsFault(values),
    })
  }, [t])
}
