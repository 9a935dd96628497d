import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useKept } from '../../ui/useKept.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props<Role extends string, Row> = {
  title: string
  /** A button for each role that a new row can have. */
  additions: readonly { role: Role; label: string }[]
  pending?: boolean
  about?: string
  rows: readonly Row[]
  /** Shown without rows. */
  empty?: string
  /** Cells of a row, before its menu. */
  cells: (row: Row) => ReactNode
  canEdit?: (row: Row) => boolean
  /** The dialog of a row; null is a new one. */
  dialog: (role: Role, row: Row | null, onClose: () => void) => ReactNode
  removal: { text: string; refused: string | null; remove: (number: number) => Promise<unknown> }
  /** Shown below the rows. */
  children?: ReactNode
}

/** Section of rows that are added, edited and removed in dialogs. */
export function EditableRows<
  Role extends string,
  Row extends { readonly number: number; readonly name: string; readonly role: Role },
>({
  title,
  additions,
  pending,
  about,
  rows,
  empty,
  cells,
  canEdit,
  dialog,
  removal,
  children,
}: Props<Role, Row>) {
  const { t } = useTranslation()
  /** Number of the row being edited, or the role of a new one. */
  const [shown, setShown] = useState<number | Role | null>(null)
  const [removed, setRemoved] = useState<number | null>(null)
  const edited = useKept(
    rows.find(({ number }) => number === shown),
    shown,
  )
  const leaving = rows.find(({ number }) => number === removed)
  const added = typeof shown === 'string' ? shown : null
  const role = added ?? edited?.role

  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box component="h3" sx={{ typography: 'body1', fontWeight: 600, mr: 'auto' }}>
          {title}
        </Box>
        {additions.map(({ role, label }) => (
          <Button
            key={role}
            loading={pending}
            startIcon={<Icon name="plus" />}
            onClick={() => setShown(role)}
          >
            {label}
          </Button>
        ))}
      </Box>
      {about && (
        <Box component="p" sx={{ m: 0, typography: 'dense', color: 'text.secondary' }}>
          {about}
        </Box>
      )}
      {rows.length === 0 && empty && <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{empty}</Box>}
      {rows.length > 0 && (
        <Box
          component="ul"
          aria-label={title}
          sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}
        >
          {rows.map((row) => (
            <Box
              component="li"
              key={row.number}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 3,
                py: 1,
                borderBottom: 1,
                borderColor: 'divider',
                typography: 'dense',
              }}
            >
              {cells(row)}
              <RowMenu
                name={row.name}
                acts={[
                  ...((canEdit?.(row) ?? true)
                    ? [
                        {
                          label: t('generator:edit'),
                          icon: 'file' as const,
                          onClick: () => setShown(row.number),
                        },
                      ]
                    : []),
                  {
                    label: t('generator:remove'),
                    icon: 'cross',
                    destructive: true,
                    onClick: () => setRemoved(row.number),
                  },
                ]}
              />
            </Box>
          ))}
        </Box>
      )}
      {children}
      <Suspense fallback={null}>{role && dialog(role, edited ?? null, () => setShown(null))}</Suspense>
      {leaving && (
        <Confirm
          title={t('generator:removeTitle', { name: leaving.name })}
          confirm={t('generator:remove')}
          destructive
          refused={removal.refused}
          onConfirm={() => removal.remove(leaving.number)}
          onClose={() => setRemoved(null)}
        >
          {removal.text}
        </Confirm>
      )}
    </Box>
  )
}
