import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Icon } from '../controls/Icon.tsx'
import type { Column, TableSort } from '../layout/DataTable.tsx'
import { useTranslation } from '../useTranslation.ts'
import { visuallyHidden } from '../visuallyHidden.ts'

type Props<Row> = { column: Column<Row>; sort: TableSort | undefined }

/** Value of aria-sort. */
export function sortedAs<Row>({ sortBy }: Column<Row>, sort: TableSort | undefined) {
  if (!sortBy || !sort) return undefined
  if (sort.order?.by !== sortBy) return 'none'
  return sort.order.down ? 'descending' : 'ascending'
}

/** Column title; a sortable one cycles through ascending, descending and the default order. */
export function Head<Row>({ column, sort }: Props<Row>) {
  const { t } = useTranslation()
  const { label, hiddenLabel, sortBy } = column
  if (column.head) return column.head
  if (hiddenLabel) return <Box sx={visuallyHidden}>{label}</Box>
  if (!sortBy || !sort) return label
  const now = sort.order?.by === sortBy ? sort.order : null
  const next = now === null ? { by: sortBy, down: false } : now.down ? null : { by: sortBy, down: true }
  return (
    <Link
      href={sort.href(next)}
      underline="none"
      title={t('ui:table.sort', { label })}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        color: now ? 'text.primary' : 'inherit',
        '&:hover': { color: 'text.primary' },
      }}
    >
      {label}
      <Box
        component="span"
        sx={{ display: 'flex', opacity: now ? 1 : 0.4, transform: now?.down ? 'rotate(180deg)' : undefined }}
      >
        <Icon name="arrow-up" size={12} />
      </Box>
    </Link>
  )
}
