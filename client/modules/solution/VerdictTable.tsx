import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type {
  VerdictTable_solutions$data,
  VerdictTable_solutions$key,
} from '../../__generated__/VerdictTable_solutions.graphql.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { formatDuration } from '../../ui/text/format.ts'
import { verdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { wordsOf } from './ExpectedField.tsx'

type Solution = VerdictTable_solutions$data[number]

type Props = {
  solutions: VerdictTable_solutions$key
  timeLimitMs: number
  onEdit: (number: number) => void
  onRemove: (number: number) => void
}

/** Verdict and time of each solution, as a whole and on each case. */
export function VerdictTable({ timeLimitMs, onEdit, onRemove, ...shown }: Props) {
  const { t } = useTranslation()
  const solutions = useFragment(
    graphql`
      fragment VerdictTable_solutions on Solution @relay(plural: true) {
        number
        name
        languageName
        isOutdated
        expected
        state
        verdict
        isAsExpected
        timeMs
        message
        cases {
          index
          verdict
          timeMs
        }
      }
    `,
    shown.solutions,
  )
  const indices = [...new Set(solutions.flatMap(({ cases }) => cases.map(({ index }) => index)))].sort(
    (a, b) => a - b,
  )
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={t('solution:table')} // Relative, so that visually hidden content does not leave the box.
      sx={{ mt: 3, overflowX: 'auto', position: 'relative' }}
    >
      <Box
        component="table"
        sx={{
          typography: 'dense',
          borderCollapse: 'collapse',
          whiteSpace: 'nowrap',
          '& th, & td': {
            textAlign: 'left',
            px: 2,
            py: 1.5,
            borderTop: 1,
            borderColor: 'divider',
            fontWeight: 400,
          },
          // The names stay visible while the cases scroll.
          '& th:first-of-type': { position: { md: 'sticky' }, left: 0, bgcolor: 'background.paper' },
          // On a phone so does the menu, which is beyond the edge otherwise.
          '& td:nth-of-type(4)': {
            position: { xs: 'sticky', md: 'static' },
            right: 0,
            bgcolor: 'background.paper',
          },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('solution:name')}</th>
            <th scope="col">{t('solution:expected')}</th>
            <th scope="col">{t('solution:result')}</th>
            <th scope="col">{t('solution:slowest')}</th>
            <th scope="col">
              <Box component="span" sx={visuallyHidden}>
                {t('solution:more')}
              </Box>
            </th>
            {indices.map((index) => (
              <th key={index} scope="col">
                {index}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {solutions.map((solution) => (
            <tr key={solution.number}>
              <th scope="row">
                {solution.name}{' '}
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {solution.languageName}
                </Box>
              </th>
              <td>{wordsOf(solution.expected)}</td>
              <ResultCell solution={solution} />
              <td>
                {formatDuration(solution.timeMs)}
                {typeof solution.timeMs === 'number' && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {' '}
                    {t('solution:ofLimit', {
                      percent: Math.round((100 * solution.timeMs) / timeLimitMs),
                    })}
                  </Box>
                )}
              </td>
              <td>
                <RowMenu
                  name={solution.name}
                  acts={[
                    { label: t('solution:edit'), icon: 'file', onClick: () => onEdit(solution.number) },
                    {
                      label: t('solution:remove'),
                      icon: 'cross',
                      destructive: true,
                      onClick: () => onRemove(solution.number),
                    },
                  ]}
                />
              </td>
              {indices.map((index) => (
                <CaseCell key={index} found={solution.cases.find((each) => each.index === index)} />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

const colorOf = ({ isOutdated, isAsExpected }: Solution) => {
  if (isOutdated) return 'text.secondary'
  if (isAsExpected === false) return 'verdict.WA.fg'
  return isAsExpected ? 'verdict.AC.fg' : undefined
}

/** Verdict of a solution, and whether it was expected. */
function ResultCell({ solution }: { solution: Solution }) {
  const { t } = useTranslation()
  const { isOutdated, isAsExpected, state, verdict, message } = solution
  const words = () => {
    if (isOutdated && state === 'DONE') return t('solution:outdated')
    if (!verdict) return t(state ? 'solution:judging' : 'solution:untried')
    const judged = isAsExpected === null ? '' : t(isAsExpected ? 'solution:right' : 'solution:wrong')
    return `${verdictCode(verdict)} ${judged}`
  }
  return (
    <Box component="td" title={message ?? undefined} sx={{ color: colorOf(solution) }}>
      {words()}
    </Box>
  )
}

/** Verdict and time on one case; empty when it was not judged. */
function CaseCell({ found }: { found: Solution['cases'][number] | undefined }) {
  if (!found) return <td />
  return (
    <td>
      <Box component="span" sx={{ color: `verdict.${verdictCode(found.verdict)}.fg` }}>
        {verdictCode(found.verdict)}
      </Box>{' '}
      {formatDuration(found.timeMs)}
    </td>
  )
}
