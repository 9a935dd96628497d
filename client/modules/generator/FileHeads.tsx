import Box from '@mui/material/Box'
import { PreBox } from '../../ui/code/PreBox.tsx'

export type FileHead = {
  label: string
  /** Null when the file does not exist. */
  text: string | null | undefined
  isWhole: boolean | null | undefined
}

/** First bytes of several files side by side; `none` stands for a missing file. */
export function FileHeads({ files, none }: { files: readonly FileHead[]; none: string }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0,1fr)', md: `repeat(${files.length}, minmax(0,1fr))` },
      }}
    >
      {files.map(({ label, text, isWhole }) => (
        <Box key={label} component="section" aria-label={label} sx={{ minWidth: 0 }}>
          <Box sx={{ typography: 'dense', fontWeight: 600, mb: 1, overflowWrap: 'anywhere' }}>{label}</Box>
          {typeof text === 'string' ? (
            <PreBox>
              {text}
              {isWhole ? '' : '…'}
            </PreBox>
          ) : (
            <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{none}</Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
