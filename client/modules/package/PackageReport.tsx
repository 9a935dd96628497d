import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { PackageReportQuery } from '../../__generated__/PackageReportQuery.graphql.ts'
import { Pager } from '../../ui/layout/Pager.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

const SIZE = 20

/** Result of each problem of a package: what was imported, converted and left out. */
export function PackageReport({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { node } = useLazyLoadQuery<PackageReportQuery>(
    graphql`
      query PackageReportQuery($id: ID!, $first: Int!, $offset: Int!) {
        node(id: $id) {
          ... on Operation {
            report(first: $first, offset: $offset) {
              totalCount
              edges {
                node {
                  id
                  subject
                  message
                  notes
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
  const total = node?.report?.totalCount ?? 0
  return (
    <>
      <Box component="ul" aria-label={t('batch:reportOf', { name })} sx={{ mt: 1, typography: 'dense' }}>
        {node?.report?.edges.map(({ node: { id, subject, message, notes } }) => (
          <Box
            component="li"
            key={id}
            sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
          >
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
              <span>{subject}</span>
              <Box component="span" sx={{ color: message ? 'verdict.WA.fg' : 'verdict.AC.fg' }}>
                {message ?? t('batch:good')}
              </Box>
            </Box>
            {notes.length > 0 && (
              <Box component="details" sx={{ color: 'text.secondary' }}>
                <Box component="summary" sx={{ cursor: 'pointer' }}>
                  {t('batch:notes', { count: notes.length })}
                </Box>
                {notes.map((note) => (
                  <div key={note}>{note}</div>
                ))}
              </Box>
            )}
          </Box>
        ))}
      </Box>
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
