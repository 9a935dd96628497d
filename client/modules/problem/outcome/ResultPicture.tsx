import Box from '@mui/material/Box'
import type { VerdictCode } from '../../../ui/text/verdicts.ts'

const PASSED = [12, 12, 12, 12, 12, 12, 12]
/** Bar heights of a failed test: the tall bar failed, the tests behind it did not run. */
const STOPPED = [12, 12, 12, 12, 34, 4, 4]
/** Bar heights of a compile error: no test passed. */
const NOT_RUN = [4, 4, 4, 4, 34, 4, 4]

/** Picture of the test bar: seven low bars under a rising sun, or a tall bar where judging stopped. */
export function ResultPicture({ code }: { code: VerdictCode }) {
  const accepted = code === 'AC'
  const bars = accepted ? PASSED : code === 'CE' ? NOT_RUN : STOPPED
  return (
    <Box
      component="svg"
      width={148}
      height={84}
      viewBox="0 0 148 84"
      aria-hidden
      sx={{
        '& .bar': { fill: ({ vars }) => vars.palette.verdict.AC.solid },
        '& .stop': { fill: ({ vars }) => vars.palette.verdict[code].solid },
        '& .rest': { fill: ({ vars }) => vars.palette.line.strong, opacity: 0.5 },
        '& .halo': { fill: ({ vars }) => vars.palette.verdict[code].bg },
        '& .ray, & .ground': {
          fill: 'none',
          strokeWidth: 2,
          strokeLinecap: 'round',
          stroke: ({ vars }) => vars.palette.verdict[code].solid,
        },
        '& .ground': { stroke: ({ vars }) => vars.palette.line.default },
      }}
    >
      {accepted ? (
        <>
          <path className="halo" d="M40 58a34 34 0 0 1 68 0z" />
          <path className="ray" d="M74 8v8M42 17l5 7M106 17l-5 7M22 40l8 4M126 40l-8 4" />
          <path className="ray" d="m60 44 10 10 20-22" />
        </>
      ) : (
        <>
          <circle className="halo" cx="88" cy="34" r="30" />
          <path className="ray" d="M88 12v14M72 19l7 9M104 19l-7 9" />
        </>
      )}
      <path className="ground" d="M16 76h116" />
      {bars.map((height, at) => (
        <rect
          // The bars keep their order.
          key={at}
          className={height > 12 ? 'stop' : height < 12 ? 'rest' : 'bar'}
          x={22 + at * 15}
          y={74 - height}
          width={12}
          height={height}
          rx={2}
        />
      ))}
    </Box>
  )
}
