import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { PackageOperation_operation$key } from '../../__generated__/PackageOperation_operation.graphql.ts'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { OperationProgress } from '../operation/OperationProgress.tsx'
import { PackageReport } from './PackageReport.tsx'

/** An import or export: its progress and the result of each problem. */
export function PackageOperation({ operation }: { operation: PackageOperation_operation$key }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const shown = useFragment(
    graphql`
      fragment PackageOperation_operation on Operation {
        id
        kind
        packageName
        done
        createdAt
        owner {
          username
        }
        ...OperationProgress_operation
      }
    `,
    operation,
  )
  const { id, kind, packageName, done, createdAt, owner } = shown
  const isImport = kind !== 'PROBLEM_EXPORT'
  const act =
    kind === 'BANK_IMPORT' ? 'bank:import.title' : isImport ? 'batch:import.title' : 'batch:export.title'
  const name = `${t(act)} ${formatDateTime(createdAt)}`
  return (
    <>
      <OperationProgress
        operation={shown}
        name={name}
        cancelText={t(isImport ? 'batch:import.cancelText' : 'batch:export.cancelText')}
      >
        {[name, packageName, owner?.username].filter(Boolean).join(' · ')}
      </OperationProgress>
      {done > 0 && (
        <Box sx={{ mt: 1 }}>
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('batch:report')}
          </Button>
        </Box>
      )}
      {open && (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <PackageReport key={done} id={id} name={name} />
        </Suspense>
      )}
    </>
  )
}
