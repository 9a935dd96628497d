import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { Board } from '#server/shared/board/wire.ts'
import type { RevealFormPageQuery } from '../../../__generated__/RevealFormPageQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import { awardName } from '../../../ui/text/awardName.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useBothSides } from '../useBothSides.ts'
import { revealHref, usualAwards } from './revealAwards.ts'

/** Settings of the final reveal: number of medals, and whether star users take part. */
export function RevealFormPage({ queryRef }: PageProps<RevealFormPageQuery>) {
  const { t } = useTranslation()
  const data = usePreloadedQuery<RevealFormPageQuery>(
    graphql`
      query RevealFormPageQuery($number: Int!) {
        contest(number: $number) {
          number
          canManage
          canReveal
        }
      }
    `,
    queryRef,
  )
  const { number, canManage, canReveal } = found(data.contest)
  const { data: sides, failure, retry } = useBothSides(canManage && canReveal ? number : null)
  if (failure)
    return <ErrorState title={t('scoreboard:failed')} retry={t('scoreboard:retry')} onRetry={retry} />
  if (canManage && canReveal && !sides) return <SkeletonRows rows={4} />
  if (!sides?.sealed.head.isSealed)
    return <EmptyState title={t('scoreboard:scroll.notYet')} text={t('scoreboard:scroll.notYetText')} />
  return <RevealForm number={number} board={sides.final} />
}

const isCount = (count: number | null): count is number => Number.isSafeInteger(count) && Number(count) >= 0

function RevealForm({ number, board }: { number: number; board: Board }) {
  const { t } = useTranslation()
  const [withoutStars, setWithoutStars] = useState(false)
  const awards = useMemo(() => usualAwards(board), [board])
  const [counts, setCounts] = useState<readonly (number | null)[]>(() => awards.map(({ number }) => number))
  const fine = counts.every(isCount)
  return (
    <Box sx={{ maxWidth: 640, mt: 4 }}>
      <FormCard title={t('scoreboard:scroll.title')} text={t('scoreboard:scroll.intro')}>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}>
          {awards.map(({ name }, place) => (
            <NumberField
              key={`${place} ${name}`}
              label={awardName(t, name)}
              value={counts[place] ?? null}
              error={isCount(counts[place] ?? null) ? null : t('scoreboard:scroll.noCount')}
              onChange={(count) =>
                setCounts((before) => before.map((one, at) => (at === place ? count : one)))
              }
            />
          ))}
        </Box>
        <SwitchField
          label={t('scoreboard:scroll.withoutStars')}
          value={withoutStars}
          onChange={setWithoutStars}
        />
        <Button
          variant="contained"
          color="primary"
          startIcon={<Icon name="trophy" />}
          disabled={!fine}
          href={revealHref(number, { counts: counts.filter(isCount), withoutStars })}
          target="_blank"
          sx={{ justifySelf: 'start' }}
        >
          {t('scoreboard:scroll.open')}
        </Button>
      </FormCard>
    </Box>
  )
}
