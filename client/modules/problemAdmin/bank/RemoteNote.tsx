import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { RemoteNote_problem$key } from '../../../__generated__/RemoteNote_problem.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { BankMark } from '../../bank/BankMark.tsx'

const CompareDialog = lazyPart(async () => (await import('./CompareDialog.tsx')).CompareDialog)

/** Says that a bank judges the problem, in place of its tests, and compares both. */
export function RemoteNote({ problem }: { problem: RemoteNote_problem$key }) {
  const { t } = useTranslation()
  const [comparing, setComparing] = useState(false)
  const { number, displayId, origin } = useFragment(
    graphql`
      fragment RemoteNote_problem on Problem {
        number
        displayId
        origin {
          key
          name
          url
        }
      }
    `,
    problem,
  )
  if (!origin) return null
  const { key, name, url } = origin
  return (
    <Box
      role="note"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 2,
        mb: 4,
        px: 4,
        py: 3,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'surface.sunken',
      }}
    >
      <BankMark bank={key} href={url} />
      <Box sx={{ flex: '1 1 320px', typography: 'dense', color: 'text.secondary' }}>
        {t('bank:judgesIt', { name })}
      </Box>
      <Button startIcon={<Icon name="retry" />} onClick={() => setComparing(true)}>
        {t('bank:compare.with', { name })}
      </Button>
      {comparing && (
        <Suspense>
          <CompareDialog
            number={number}
            displayId={displayId}
            bank={key}
            onClose={() => setComparing(false)}
          />
        </Suspense>
      )}
    </Box>
  )
}
