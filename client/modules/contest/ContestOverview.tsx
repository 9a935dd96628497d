import Skeleton from '@mui/material/Skeleton'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { ContestOverviewQuery } from '../../__generated__/ContestOverviewQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { Columns } from '../../ui/layout/Columns.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { MarkdownTreeView } from '../../ui/markdown/Markdown.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ContestFacts } from './ContestFacts.tsx'
import { RegistrationCard } from './RegistrationCard.tsx'

/** Overview of a contest: description, rules, and how to register. */
export function ContestOverview({ queryRef }: PageProps<ContestOverviewQuery>) {
  const { t } = useTranslation()
  const data = usePreloadedQuery<ContestOverviewQuery>(
    graphql`
      query ContestOverviewQuery($number: Int!) {
        contest(number: $number) {
          descriptionTree
          ...ContestFacts_contest
          ...RegistrationCard_contest
        }
      }
    `,
    queryRef,
  )
  const contest = found(data.contest)
  return (
    <Columns
      main={
        <Panel id="contest-description" title={t('contest:description')}>
          {contest.descriptionTree.length > 0 ? (
            <MarkdownTreeView size="body" tree={contest.descriptionTree} />
          ) : (
            <EmptyState title={t('contest:noDescription')} />
          )}
        </Panel>
      }
      aside={
        <>
          <Section>
            <RegistrationCard contest={contest} />
          </Section>
          <Section>
            <ContestFacts contest={contest} />
          </Section>
        </>
      }
    />
  )
}

export const ContestOverviewSkeleton = () => (
  <Columns main={<SkeletonRows rows={8} height={44} />} aside={<Skeleton variant="rounded" height={240} />} />
)
