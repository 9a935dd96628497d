import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { graphql, useFragment } from 'react-relay'
import type { TrainingBar_training$key } from '../../__generated__/TrainingBar_training.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { ProblemBar, ProblemTile } from '../problem/ProblemBar.tsx'
import { trainingHref, trainingProblemHref } from './addresses.ts'
import { useOwnResults } from './useOwnResults.ts'

type Props = {
  training: TrainingBar_training$key
  /** Display id of the open problem. */
  current: string
  /** In focus mode the bar links to problems in focus mode. */
  full: boolean
}

/** Bar of a training: link back, its problems with the viewer's verdicts, and the ones before and after the open one. */
export function TrainingBar({ current, full, ...props }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const { number, title, group, problems } = useFragment(
    graphql`
      fragment TrainingBar_training on Training {
        number
        title
        group {
          name
        }
        problems {
          id
          viewerVerdict
          problem {
            displayId
            title
          }
        }
      }
    `,
    props.training,
  )
  useOwnResults(number)
  const listed = (problems ?? []).flatMap(({ id, viewerVerdict, problem }, at) =>
    problem ? [{ id, viewerVerdict, order: at + 1, ...problem }] : [],
  )
  const open = listed.findIndex(({ displayId }) => displayId === current)
  const hrefOf = (displayId: string) => trainingProblemHref(place, number, displayId, full)
  return (
    <ProblemBar
      label={t('training:problems.bar')}
      back={{
        href: `${trainingHref(place, number)}/problems`,
        // In focus mode no other bar names the group.
        title: full && group ? t('training:inGroup', { title, group: group.name }) : title,
      }}
      full={full}
      end={
        <Box sx={{ flex: 'none', display: 'flex' }}>
          <Step icon="left" name={t('training:problems.previous')} to={listed[open - 1]} hrefOf={hrefOf} />
          <Step icon="right" name={t('training:problems.next')} to={listed[open + 1]} hrefOf={hrefOf} />
        </Box>
      }
    >
      {listed.map(({ id, order, displayId, title, viewerVerdict }) => (
        <ProblemTile
          key={id}
          href={hrefOf(displayId)}
          title={`${displayId} ${title}`}
          isOpen={displayId === current}
        >
          {order}
          {viewerVerdict && <Verdict form="icon" verdict={viewerVerdict} />}
        </ProblemTile>
      ))}
    </ProblemBar>
  )
}

type StepProps = {
  icon: 'left' | 'right'
  name: string
  /** Undefined at the end of the training. */
  to: { displayId: string; title: string } | undefined
  hrefOf: (displayId: string) => string
}

function Step({ icon, name, to, hrefOf }: StepProps) {
  const content = <Icon name={icon} />
  if (!to)
    return (
      <IconButton size="small" aria-label={name} disabled>
        {content}
      </IconButton>
    )
  const { displayId, title } = to
  return (
    <IconButton size="small" aria-label={name} title={`${displayId} ${title}`} href={hrefOf(displayId)}>
      {content}
    </IconButton>
  )
}
