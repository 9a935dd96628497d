import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { RunningSlide_contest$key } from '../../__generated__/RunningSlide_contest.graphql.ts'
import { leadsSomewhere } from '../../relay/preload.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { openBoardHref } from '../contest/BoardButton.tsx'
import { ContestStatusMark } from '../contest/marks.tsx'
import { useTimesWords } from '../contest/time/timesWords.ts'
import { SlideButton, SlideWords } from './SlideWords.tsx'

/** Slide of a running contest: title, end and links. */
export function RunningSlide(props: { contest: RunningSlide_contest$key }) {
  const { t } = useTranslation()
  const timesWords = useTimesWords()
  const contest = useFragment(
    graphql`
      fragment RunningSlide_contest on Contest {
        number
        title
        type
        startsAt
        freezesAt
        endsAt
        boardIsOpen
      }
    `,
    props.contest,
  )
  const { number, title, type, startsAt, freezesAt, endsAt, boardIsOpen } = contest
  const board = openBoardHref(contest)
  const facts = [
    type,
    timesWords(startsAt, endsAt),
    typeof freezesAt === 'string' &&
      freezesAt < endsAt &&
      t('contest:freezes', { at: formatDateTime(freezesAt).slice(11, 16) }),
  ]
  return (
    <>
      <BoardPicture />
      <SlideWords
        mark={
          <Box sx={{ mb: { xs: 1, md: 3 } }}>
            <ContestStatusMark status="RUNNING" />
          </Box>
        }
        title={title}
        subtitle={facts.filter(Boolean).join(' · ')}
        acts={
          <>
            <SlideButton isFirst href={`/contest/${number}`}>
              {t('home:contests.enter')}
            </SlideButton>
            {boardIsOpen && leadsSomewhere(board) && (
              <SlideButton href={board}>{t('contest:list.board')}</SlideButton>
            )}
          </>
        }
      />
    </>
  )
}

const [ROWS, COLUMNS] = [18, 30]
/** Width and height of a cell with its gap (px). */
const [WIDE, HIGH] = [28, 24]

/** Pseudo-random share in [0, 1), the same for a cell on every render. */
const chance = (row: number, column: number) => ((row * 7919 + column * 104729 + row * column * 31) % 97) / 97

/** Decorative scoreboard: the higher a row, the later it ends. */
const BoardPicture = () => (
  <Box
    component="svg"
    aria-hidden
    viewBox={`0 0 ${COLUMNS * WIDE} ${ROWS * HIGH}`}
    preserveAspectRatio="xMaxYMid slice"
    sx={({ vars: { palette } }) => ({
      position: 'absolute',
      inset: 0,
      width: '100%',
      height: '100%',
      '& .rejected': { fill: palette.verdict.WA.fg },
      '& .solved': { fill: palette.verdict.AC.fg },
      '& .tried': { fill: palette.accent.fg },
      '& .open': { fill: palette.line.default },
    })}
  >
    {Array.from({ length: ROWS }, (_, row) =>
      Array.from({ length: COLUMNS }, (_, column) => {
        const reach = COLUMNS - row * 0.9 + chance(row, 3) * 4 - 3
        const isSolved = column < reach
        const isTried = !isSolved && column < reach + 2
        const isRejected = isSolved && chance(row, column) > 0.9
        return (
          <rect
            key={column}
            className={isRejected ? 'rejected' : isSolved ? 'solved' : isTried ? 'tried' : 'open'}
            x={column * WIDE + 4}
            y={row * HIGH + (isSolved ? 4 : 10)}
            width={WIDE - 8}
            height={isSolved ? HIGH - 8 : 4}
            rx={2}
            opacity={isSolved ? 0.35 + 0.5 * chance(column, row) : 0.8}
          />
        )
      }),
    )}
  </Box>
)
