import { graphql, useFragment } from 'react-relay'
import type { BarredTraining_training$key } from '../../__generated__/BarredTraining_training.graphql.ts'
import { Columns } from '../../ui/layout/Columns.tsx'
import { PageFrame } from '../../ui/layout/PageFrame.tsx'
import { Introduction } from './Introduction.tsx'
import { TrainingHead } from './TrainingHead.tsx'
import { TrainingRegistration } from './TrainingRegistration.tsx'

/** What stands in place of a problem for viewers who may not work through its training. */
export function BarredTraining(props: { training: BarredTraining_training$key }) {
  const training = useFragment(
    graphql`
      fragment BarredTraining_training on Training {
        ...TrainingHead_training
        ...TrainingRegistration_training
        ...Introduction_training
      }
    `,
    props.training,
  )
  return (
    <PageFrame>
      <TrainingHead training={training} />
      <Columns
        main={<TrainingRegistration training={training} />}
        aside={<Introduction training={training} />}
      />
    </PageFrame>
  )
}
