import { graphql, useFragment } from 'react-relay'
import type { JudgingNote_judging$key } from '../../__generated__/JudgingNote_judging.graphql.ts'
import type { JudgingNoteSubscription } from '../../__generated__/JudgingNoteSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Number of waiting submissions and of judge hosts, updated live. */
export function JudgingNote({ judging }: { judging: JudgingNote_judging$key }) {
  const { t } = useTranslation()
  const { queueLength, hostCount } = useFragment(
    graphql`
      fragment JudgingNote_judging on Judging {
        queueLength
        hostCount
      }
    `,
    judging,
  )
  useLive<JudgingNoteSubscription>(
    graphql`
      subscription JudgingNoteSubscription {
        judgingChanged {
          ...JudgingNote_judging
        }
      }
    `,
    {},
  )
  return <>{t('submission:list.judging', { queue: queueLength, count: hostCount })}</>
}
