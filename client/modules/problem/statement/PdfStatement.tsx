import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useOwnFile } from './useOwnFile.ts'

/** A statement that is a PDF, in the browser's own viewer, with a link, which the text around it downloads. */
export function PdfStatement({ name, url }: { name: string; url: string }) {
  const { t } = useTranslation()
  const shown = useOwnFile(url)
  return (
    <Box sx={{ mt: 3, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0,1fr)' }}>
      <Box
        component="iframe"
        title={t('problem:page.pdf')}
        src={shown ?? undefined}
        sx={{
          display: 'block',
          width: '100%',
          height: { xs: '70vh', md: 720 },
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'surface.sunken',
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button
          size="small"
          component="a"
          href={url}
          download={name}
          startIcon={<Icon name="download" size={14} />}
        >
          {t('problem:page.pdfDownload')}
        </Button>
        <Box component="span" sx={{ typography: 'dense', color: 'text.tertiary' }}>
          {t('problem:page.pdfHint')}
        </Box>
      </Box>
    </Box>
  )
}
