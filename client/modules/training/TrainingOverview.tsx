import { graphql, usePreloadedQuery } from 'react-relay'
import type { TrainingOverviewQuery } from '../../__generated__/TrainingOverviewQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Columns } from '../../ui/layout/Columns.tsx'
import { OwnHomework } from './homework/OwnHomework.tsx'
import { Introduction } from './Introduction.tsx'
import { TrainingRegistration } from './TrainingRegistration.tsx'

/** Introduction of a training, and how to register. */
export function TrainingOverview({ queryRef }: PageProps<TrainingOverviewQuery>) {
  const data = usePreloadedQuery<TrainingOverviewQuery>(
    graphql`
      query TrainingOverviewQuery($number: Int!) {
        training(number: $number) {
          ...Introduction_training
          ...TrainingRegistration_training
          ...OwnHomework_training
        }
      }
    `,
    queryRef,
  )
  const training = found(data.training)
  return (
    <Columns
      main={<Introduction training={training} />}
      aside={
        <Section>
          <OwnHomework training={training} />
          <TrainingRegistration training={training} />
        </Section>
      }
    />
  )
}
