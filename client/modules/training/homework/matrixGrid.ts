/** Sizes of the matrix (px). */
export const ROW = 46
export const HEAD = 52

const WIDE = { place: 44, student: 168, status: 168, problem: 76, figure: 60, gap: 3 }
const NARROW = { place: 32, student: 112, problem: 64, figure: 52, gap: 3 }

const FIGURES = 4

export const gridOf = (problems: number) =>
  ({
    display: 'grid',
    alignItems: 'center',
    columnGap: '3px',
    gridTemplateColumns: {
      xs: `${NARROW.place}px ${NARROW.student}px repeat(${problems}, minmax(${NARROW.problem}px, 1fr)) repeat(${FIGURES}, ${NARROW.figure}px)`,
      md: `${WIDE.place}px minmax(${WIDE.student}px, 1.4fr) ${WIDE.status}px repeat(${problems}, minmax(${WIDE.problem}px, 1fr)) repeat(${FIGURES}, ${WIDE.figure}px)`,
    },
  }) as const

/** Least width of a row; a narrower frame scrolls sideways. */
export const widthOf = (problems: number) => {
  const of = ({ place, student, problem, figure, gap }: typeof NARROW, status = 0) =>
    place + student + status + problems * (problem + gap) + FIGURES * (figure + gap) + 2 * gap
  return { xs: `${of(NARROW)}px`, md: `${of(WIDE, WIDE.status + WIDE.gap)}px` }
}

/** Style of the first two columns, which stay while the others scroll sideways. */
export const PIN = (column: 0 | 1) =>
  ({
    position: 'sticky',
    left: column === 0 ? 0 : { xs: `${NARROW.place + 3}px`, md: `${WIDE.place + 3}px` },
    zIndex: 1,
    bgcolor: 'inherit',
    alignSelf: 'stretch',
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
  }) as const

/** Style of the frame of a table of results, which scrolls both ways; on phones it is as wide as the window. */
export const FRAME = {
  position: 'relative',
  maxHeight: { xs: 'calc(100dvh - 88px)', md: 'calc(100dvh - 96px)' },
  overflow: 'auto',
  bgcolor: 'background.paper',
  border: '1px solid',
  borderColor: 'line.subtle',
  borderRadius: { xs: 0, md: 1.33 },
  mx: { xs: -4, md: 0 },
} as const
