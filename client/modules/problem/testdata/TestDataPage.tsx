import { graphql, usePreloadedQuery } from 'react-relay'
import type { TestDataPageQuery } from '../../../__generated__/TestDataPageQuery.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import { useTitle } from '../../../app/title.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { SolutionTable } from './SolutionTable.tsx'
import { TestDataPanel } from './TestDataPanel.tsx'

/** The tests of one problem on a page of their own. */
export function TestDataPage({ queryRef }: PageProps<TestDataPageQuery>) {
  const { t } = useTranslation()
  const { problem } = usePreloadedQuery<TestDataPageQuery>(
    graphql`
      query TestDataPageQuery($displayId: String!) {
        problem(displayId: $displayId) {
          displayId
          title
          viewerCanManage
          ...TestDataPanel_problem
          ...SolutionTable_problem
        }
      }
    `,
    queryRef,
  )
  const name = `${problem.displayId} ${problem.title}`
  useTitle(name)
  return (
    <AdminPage title={t('testdata:page')} note={name}>
      {problem.viewerCanManage ? (
        <>
          <TestDataPanel problem={problem} />
          <SolutionTable problem={problem} />
        </>
      ) : (
        <EmptyState title={t('testdata:absent')} />
      )}
    </AdminPage>
  )
}
