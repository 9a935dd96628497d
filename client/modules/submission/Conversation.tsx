import Box from '@mui/material/Box'
import { formatLength, formatNumber } from '../../ui/text/format.ts'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { type Block, blocksOf, type Transcript, type TranscriptLine } from './conversationTurns.ts'

type Props = { transcript: Transcript; verdict: Transcript['verdict'] }

/** Side, colour and icon of each speaker; on a phone the side is an indentation. */
const LOOK = {
  PROGRAM: { column: 1, mark: '›', bgcolor: 'accent.subtle', borderColor: 'accent.border', indent: 0 },
  INTERACTOR: { column: 2, mark: '‹', bgcolor: 'surface.fill', borderColor: 'line.strong', indent: 6 },
} as const

/** Dialogue of program and interactor in the order it was printed, in two columns. */
export function Conversation({ transcript, verdict }: Props) {
  const { t } = useTranslation()
  const { lines, programBytes, interactorBytes } = transcript
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 1 }}>
        <Box component="h3" sx={{ typography: 'caption', color: 'text.tertiary', m: 0 }}>
          {t('submission:conversation.title')}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {t('submission:conversation.recorded')}
        </Box>
      </Box>
      {transcript.verdict !== verdict && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 2,
            mb: 2,
            typography: 'dense',
            color: 'text.secondary',
          }}
        >
          {t('submission:conversation.otherwise')}
          <Verdict verdict={transcript.verdict} />
        </Box>
      )}
      {lines.length === 0 ? (
        <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('submission:conversation.silent')}</Box>
      ) : (
        <Box
          sx={{
            border: 1,
            borderColor: 'line.default',
            borderRadius: 1,
            bgcolor: 'background.paper',
            overflow: 'hidden',
          }}
        >
          <Box
            aria-hidden
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)',
              columnGap: 2,
              px: 2,
              py: 1,
              borderBottom: 1,
              borderColor: 'divider',
              typography: 'caption',
              color: 'text.tertiary',
            }}
          >
            <Speaker by="PROGRAM" bytes={programBytes} />
            <Speaker by="INTERACTOR" bytes={interactorBytes} />
          </Box>
          <Box
            component="ol"
            tabIndex={0}
            aria-label={t('submission:conversation.title')}
            sx={{
              m: 0,
              p: 2,
              // Visually hidden text scrolls along.
              position: 'relative',
              maxHeight: 420,
              overflow: 'auto',
              listStyle: 'none',
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'minmax(0,1fr) minmax(0,1fr)' },
              // The answer to a long turn is aligned with its end.
              alignItems: 'end',
              columnGap: 2,
              rowGap: 1,
            }}
          >
            {blocksOf(transcript).map((block) => (
              <Turn key={block.from} block={block} />
            ))}
          </Box>
        </Box>
      )}
    </div>
  )
}

function Speaker({ by, bytes }: { by: TranscriptLine['by']; bytes: number }) {
  const { t } = useTranslation()
  const { mark, bgcolor, borderColor } = LOOK[by]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      <Box sx={{ width: 10, height: 10, borderRadius: 0.5, border: 1, bgcolor, borderColor }} />
      <Box component="b" sx={{ fontWeight: 600, color: 'text.secondary' }}>
        {`${mark} ${t(`submission:conversation.${by}`)}`}
      </Box>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatLength(bytes)}
      </Box>
    </Box>
  )
}

function Turn({ block }: { block: Block }) {
  const { t, i18n } = useTranslation()
  if (block.kind === 'gap')
    return (
      <Box
        component="li"
        sx={{
          gridColumn: '1 / -1',
          py: 1,
          textAlign: 'center',
          typography: 'caption',
          color: 'text.tertiary',
          borderBlock: '1px dashed',
          borderColor: 'line.default',
        }}
      >
        {t('submission:conversation.leftOut', {
          count: block.lines,
          number: formatNumber(block.lines, i18n.language),
        })}
      </Box>
    )
  const { column, mark, bgcolor, borderColor, indent } = LOOK[block.by]
  return (
    <Box
      component="li"
      sx={{
        gridColumn: { sm: column },
        ml: { xs: indent, sm: 0 },
        mr: { xs: 6 - indent, sm: 0 },
        px: 2,
        py: 1,
        minWidth: 0,
        bgcolor,
        borderRadius: 0.5,
        borderLeft: '3px solid',
        borderLeftColor: borderColor,
      }}
    >
      <Box component="span" sx={visuallyHidden}>
        {t(`submission:conversation.${block.by}`)}
      </Box>
      {block.lines.map((line, place) => (
        <Line key={block.from + place} line={line} mark={mark} />
      ))}
    </Box>
  )
}

function Line({ line: { text, end, open }, mark }: { line: TranscriptLine; mark: string }) {
  const { t } = useTranslation()
  const aside = {
    mx: 1,
    typography: 'caption',
    color: 'text.tertiary',
    fontFamily: 'inherit',
    whiteSpace: 'nowrap',
  } as const
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '14px minmax(0,1fr)', typography: 'code' }}>
      <Box component="span" aria-hidden sx={{ color: 'text.tertiary', userSelect: 'none' }}>
        {mark}
      </Box>
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
        {end && (
          <>
            <Box component="span" sx={aside}>
              {t('submission:conversation.bytes', { count: end.left })}
            </Box>
            {end.text}
          </>
        )}
        {open && (
          <Box component="span" sx={aside}>
            {t('submission:conversation.open')}
          </Box>
        )}
      </Box>
    </Box>
  )
}
