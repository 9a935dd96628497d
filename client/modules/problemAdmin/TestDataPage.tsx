import { Suspense } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { TestDataPageQuery } from '../../__generated__/TestDataPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { Section } from '../../app/Section.tsx'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { TestDataPanel } from '../testset/TestDataPanel.tsx'
import { Desk } from './Desk.tsx'

const RemoteNote = lazyPart(async () => (await import('./bank/RemoteNote.tsx')).RemoteNote)
const MakingSection = lazyPart(async () => (await import('../generator/MakingSection.tsx')).MakingSection)
const SolutionTable = lazyPart(async () => (await import('../solution/SolutionTable.tsx')).SolutionTable)

/** Test data of one problem. */
export function TestDataPage({ queryRef }: PageProps<TestDataPageQuery>) {
  const { t } = useTranslation()
  const { problem } = usePreloadedQuery<TestDataPageQuery>(
    graphql`
      query TestDataPageQuery($displayId: String!) {
        problem(displayId: $displayId) {
          displayId
          title
          groupNumber
          viewerCanManage
          origin {
            key
          }
          ...RemoteNote_problem
          ...DeskBar_problem
          ...TestDataPanel_problem
          ...SolutionTable_problem
        }
      }
    `,
    queryRef,
  )
  const place = usePlace()
  if (place !== null && problem.groupNumber !== place) found(null)
  const name = `${problem.displayId} ${problem.title}`
  useTitle(name)
  return (
    <AdminPage title={t('testset:page')} note={name}>
      {problem.origin ? (
        <Suspense>
          <RemoteNote problem={problem} />
        </Suspense>
      ) : problem.viewerCanManage ? (
        <>
          <Desk problem={problem} tab="tests" />
          <TestDataPanel problem={problem} />
          <Suspense fallback={<SkeletonRows rows={3} height={40} />}>
            <SolutionTable problem={problem} />
          </Suspense>
          <Section skeleton={<SkeletonRows rows={3} height={40} />}>
            {(attempt) => <MakingSection displayId={problem.displayId} attempt={attempt} />}
          </Section>
        </>
      ) : (
        <EmptyState title={t('testset:absent')} />
      )}
    </AdminPage>
  )
}
