import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type {
  TrainingRail_training$data,
  TrainingRail_training$key,
} from '../../__generated__/TrainingRail_training.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { verdictCode, verdictIcon } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { nextOf } from './results.ts'

/** Most problems whose marks fit; longer rails have none. */
const MARKED = { phone: 14, desk: 30 }

type Problem = NonNullable<TrainingRail_training$data['problems']>[number]

/** Problems of a training in a row: solved ones in ink, tried ones with their verdict, and the next one. */
export function TrainingRail(props: { training: TrainingRail_training$key }) {
  const { t } = useTranslation()
  const { problems } = useFragment(
    graphql`
      fragment TrainingRail_training on Training {
        problems {
          id
          viewerVerdict
        }
      }
    `,
    props.training,
  )
  if (!problems || problems.length === 0) return null
  const total = problems.length
  const next = nextOf(problems)
  const solved = problems.filter(({ viewerVerdict }) => viewerVerdict === 'ACCEPTED').length
  const words = t('training:rail.solved', { solved, total })
  const marks = {
    xs: total > MARKED.phone ? 'none' : 'grid',
    md: total > MARKED.desk ? 'none' : 'grid',
  }
  return (
    <Box
      role="img"
      aria-label={next === null ? words : t('training:rail.next', { rail: words, next: next + 1 })}
      sx={{
        display: 'grid',
        gridTemplateColumns: `repeat(${total}, minmax(0, 1fr))`,
        columnGap: total > 100 ? 0 : '2px',
        mt: 5,
        mb: 2,
        forcedColorAdjust: 'none',
      }}
    >
      {problems.map((problem, at) => (
        <Box
          key={problem.id}
          component="span"
          sx={{
            position: 'relative',
            height: 8,
            mb: { xs: marks.xs === 'none' ? 0 : 6, md: marks.md === 'none' ? 0 : 6 },
            bgcolor: problem.viewerVerdict === 'ACCEPTED' ? 'text.secondary' : 'divider',
            '&:first-of-type': { borderRadius: '4px 0 0 4px' },
            '&:last-of-type': { borderRadius: '0 4px 4px 0' },
          }}
        >
          {(problem.viewerVerdict || at === next) && (
            <Box component="span" sx={{ ...NODE, display: marks }}>
              <NodeMark problem={problem} />
            </Box>
          )}
          <Box
            component="small"
            sx={{
              display: { ...marks, xs: marks.xs === 'none' ? 'none' : 'block' },
              position: 'absolute',
              top: 20,
              left: 0,
              right: 0,
              textAlign: 'center',
              typography: 'caption',
              fontVariantNumeric: 'tabular-nums',
              color: at === next ? 'accent.fg' : 'text.tertiary',
              fontWeight: at === next ? 600 : 400,
            }}
          >
            {at + 1}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const NODE = {
  position: 'absolute',
  top: -6,
  left: '50%',
  width: 20,
  height: 20,
  transform: 'translateX(-50%)',
  placeItems: 'center',
} as const

/** The viewer's verdict, or a dot at the next problem. */
function NodeMark({ problem: { viewerVerdict } }: { problem: Problem }) {
  const code = viewerVerdict ? verdictCode(viewerVerdict) : null
  return (
    <Box
      component="span"
      sx={{
        width: 20,
        height: 20,
        borderRadius: '10px',
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'surface.main',
        color: code ? `verdict.${code}.fg` : 'accent.fg',
        boxShadow: ({ vars }) =>
          `inset 0 0 0 1.5px ${code ? vars.palette.verdict[code].solid : vars.palette.accent.fg}`,
      }}
    >
      {code ? (
        <Icon name={verdictIcon(code)} size={10} />
      ) : (
        <Box component="span" sx={{ width: 6, height: 6, borderRadius: '50%', bgcolor: 'accent.fg' }} />
      )}
    </Box>
  )
}
