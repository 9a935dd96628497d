import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { HomeworkTimes_training$key } from '../../../__generated__/HomeworkTimes_training.graphql.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { Countdown } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { lateRule } from './lateRule.ts'

const HomeworkDialog = lazyPart(async () => (await import('./HomeworkDialog.tsx')).HomeworkDialog)

const shortTime = (at: string) => formatDateTime(at).slice(0, 16)

/** Colours by state: those of contests. */
const LOOK = { UPCOMING: 'scheduled', OPEN: 'running', LATE: 'protected', OVER: 'ended' } as const

/** When the homework opens and is due for the viewer, with its late rule; managers set the times here. */
export function HomeworkTimes(props: { training: HomeworkTimes_training$key }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const readAgain = useReadAgain(500)
  const training = useFragment(
    graphql`
      fragment HomeworkTimes_training on Training {
        viewerCanManage
        group {
          number
        }
        homework {
          opensAt
          dueAt
          latePercent
          lateUntil
          viewerDueAt
          viewerState
        }
        ...HomeworkDialog_training
      }
    `,
    props.training,
  )
  const { homework, viewerCanManage, group } = training
  const canSet = viewerCanManage && group !== null && group !== undefined
  if (!homework && !canSet) return null
  const turn = homework && nextTurn(homework)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, mt: 2 }}>
      {homework && (
        <>
          <Box component="span" sx={chip(LOOK[homework.viewerState])}>
            <Icon name="clock" size={14} />
            {t(`homework:state.${homework.viewerState}`)}
          </Box>
          <Box component="span" sx={{ typography: 'dense', color: 'text.secondary' }}>
            {[
              homework.opensAt && t('homework:times.opens', { time: shortTime(homework.opensAt) }),
              t('homework:times.due', { time: shortTime(homework.viewerDueAt) }),
              homework.viewerDueAt !== homework.dueAt && t('homework:times.extended'),
              lateWords(homework, t),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Box>
          {turn && (
            <Box component="span" sx={{ typography: 'dense', fontVariantNumeric: 'tabular-nums' }}>
              <b>
                <Countdown key={turn} to={turn} onEnd={readAgain} />
              </b>
            </Box>
          )}
        </>
      )}
      {canSet && (
        <Button size="small" startIcon={<Icon name="calendar" />} onClick={() => setOpen(true)}>
          {t(homework ? 'homework:times.change' : 'homework:times.set')}
        </Button>
      )}
      <Suspense>{isOpen && <HomeworkDialog training={training} onClose={() => setOpen(false)} />}</Suspense>
    </Box>
  )
}

type Times = {
  readonly opensAt: string | null | undefined
  readonly latePercent: number
  readonly lateUntil: string | null | undefined
  readonly viewerDueAt: string
  readonly viewerState: keyof typeof LOOK
}

/** The moment at which the state changes next; null: never. */
const nextTurn = ({ opensAt, lateUntil, viewerDueAt, viewerState }: Times): string | null =>
  ({ UPCOMING: opensAt ?? null, OPEN: viewerDueAt, LATE: lateUntil ?? null, OVER: null })[viewerState]

type Translate = ReturnType<typeof useTranslation>['t']

const lateWords = (times: Times, t: Translate): string =>
  t(`homework:times.${lateRule(times)}`, {
    percent: times.latePercent,
    time: times.lateUntil ? shortTime(times.lateUntil) : '',
  })

const chip = (look: (typeof LOOK)[keyof typeof LOOK]) => {
  const of = look === 'protected' ? `access.${look}` : `contest.${look}`
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    px: 1.5,
    borderRadius: 1,
    border: '1px solid',
    typography: 'caption',
    fontWeight: 600,
    lineHeight: '22px',
    color: `${of}.fg`,
    bgcolor: `${of}.bg`,
    borderColor: `${of}.border`,
  }
}
