import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useId, useState } from 'react'
import { askedToLogin } from '../../../app/session/guards.ts'
import { retryImport } from '../../../relay/retryImport.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const CodePanel = lazyPart(async () => (await retryImport(() => import('./CodePanel.tsx'))).CodePanel)

export type RunnableProps = {
  lessonId: string
  language: { readonly key: string; readonly name: string }
  source: string
}

/** Bar beneath a code block of a lesson; its button opens the input and the output of a run. */
export function RunnableCode(props: RunnableProps) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Box
      sx={{
        border: 1,
        borderTop: 0,
        borderColor: 'line.subtle',
        borderRadius: '0 0 6px 6px',
        mt: '-6px',
        pt: '6px',
        bgcolor: 'surface.raised',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, px: 3, minHeight: 44 }}>
        <Button
          size="small"
          startIcon={<Icon name={open ? 'down' : 'play'} />}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => {
            if (!askedToLogin()) setOpen(!open)
          }}
        >
          {open ? t('lesson:code.close') : t('lesson:code.open')}
        </Button>
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {props.language.name}
        </Box>
      </Box>
      {open && (
        <Box id={id} role="group" aria-label={t('lesson:code.panel')} sx={{ px: 3, pb: 3 }}>
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <CodePanel {...props} />
          </Suspense>
        </Box>
      )}
    </Box>
  )
}
