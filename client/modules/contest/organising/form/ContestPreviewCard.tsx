import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { ContestRail } from '../../ContestRail.tsx'
import { ContestStatusMark } from '../../marks.tsx'
import { ContestClock } from '../../time/ContestClock.tsx'
import { useContestPhase } from '../../time/contestClock.ts'
import { type ContestValues, freezesAtOf, lastsMs } from './contestValues.ts'

/** Preview of the contest clock; empty until the times are valid. */
export function ContestPreviewCard({ values }: { values: ContestValues }) {
  const { from, to } = values.range
  if (!from || !to || lastsMs(values.range) === 0) return null
  const times = {
    startsAt: from,
    endsAt: to,
    freezesAt: freezesAtOf(values),
    thawsAt: values.thawsByItself ? to : null,
  }
  return <Preview times={times} />
}

function Preview({ times }: Pick<Parameters<typeof ContestClock>[0], 'times'>) {
  const { t } = useTranslation()
  const { status } = useContestPhase(times)
  return (
    <FormCard title={t('contestForm:form.preview')} aside={<ContestStatusMark status={status} />}>
      <ContestClock times={times} small />
      <ContestRail times={times} />
    </FormCard>
  )
}
