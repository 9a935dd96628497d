import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { ArchivePartMutation } from '../../../__generated__/ArchivePartMutation.graphql.ts'
import type { ArchivePartQuery } from '../../../__generated__/ArchivePartQuery.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { OperationProgress } from '../../operation/OperationProgress.tsx'

/** The viewer's own data as a file: asks for it, shows its progress and leads to the download. */
export function ArchivePart({ attempt }: { attempt: number }) {
  const { t } = useTranslation()
  const { operations } = useLazyLoadQuery<ArchivePartQuery>(
    graphql`
      query ArchivePartQuery {
        operations(kinds: [DATA_EXPORT], first: 1) {
          edges {
            node {
              id
              state
              createdAt
              ...OperationProgress_operation
            }
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', fetchKey: attempt },
  )
  const [ask, { pending }] = useMutation<ArchivePartMutation>(
    graphql`
      mutation ArchivePartMutation {
        exportOwnData {
          id
          state
          createdAt
          ...OperationProgress_operation
        }
      }
    `,
    {
      updater: (store) => {
        const made = store.getRootField('exportOwnData')
        const shown = store.getRoot().getLinkedRecord('operations', { kinds: ['DATA_EXPORT'], first: 1 })
        if (!made || !shown) return
        const edge = store.create(`archive ${made.getDataID()}`, 'OperationEdge')
        edge.setLinkedRecord(made, 'node')
        shown.setLinkedRecords([edge], 'edges')
      },
    },
  )
  const last = operations.edges[0]?.node
  const isUnderWay = last?.state === 'QUEUED' || last?.state === 'RUNNING'
  return (
    <Box sx={{ display: 'grid', gap: 3.5 }}>
      {last && (
        <OperationProgress
          key={last.id}
          operation={last}
          name={t('setting:archive.title')}
          cancelText={t('setting:archive.cancel')}
        >
          <RelativeTime at={last.createdAt} />
        </OperationProgress>
      )}
      <Box>
        <Button variant="outlined" disabled={isUnderWay} loading={pending} onClick={() => void ask({})}>
          {t('setting:archive.submit')}
        </Button>
      </Box>
    </Box>
  )
}
