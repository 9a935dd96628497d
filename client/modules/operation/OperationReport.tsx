import { useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { OperationReportQuery } from '../../__generated__/OperationReportQuery.graphql.ts'
import { DataTable } from '../../ui/layout/DataTable.tsx'
import { Pager } from '../../ui/layout/Pager.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

const SIZE = 20

/** Items that an operation could not process, and why. */
export function OperationReport({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { node } = useLazyLoadQuery<OperationReportQuery>(
    graphql`
      query OperationReportQuery($id: ID!, $first: Int!, $offset: Int!) {
        node(id: $id) {
          ... on Operation {
            report(refusedOnly: true, first: $first, offset: $offset) {
              totalCount
              edges {
                node {
                  id
                  subject
                  message
                }
              }
            }
          }
        }
      }
    `,
    { id, first: SIZE, offset: (page - 1) * SIZE },
    { fetchPolicy: 'store-and-network' },
  )
  const rows = node?.report?.edges.map(({ node }) => node) ?? []
  const total = node?.report?.totalCount ?? 0
  return (
    <>
      <DataTable
        label={t('operation:report', { name })}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { key: 'subject', label: t('operation:subject'), cell: ({ subject }) => subject },
          { key: 'why', label: t('operation:why'), grow: true, cell: ({ message }) => message },
        ]}
      />
      {total > SIZE && (
        <Pager
          page={page}
          size={SIZE}
          total={total}
          href={(page) => `#${page}`}
          onNavigate={(href) => setPage(Number(href.slice(1)))}
        />
      )}
    </>
  )
}
