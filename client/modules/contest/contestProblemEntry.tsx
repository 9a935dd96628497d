import query, { type ContestProblemPageQuery } from '../../__generated__/ContestProblemPageQuery.graphql.ts'
import { problemEntries } from '../problem/problemEntries.tsx'
import { ContestProblemPage } from './ContestProblemPage.tsx'
import { contestNumber } from './contestNumber.ts'

const { standard, fullScreen } = problemEntries<ContestProblemPageQuery>({
  title: (t) => t('contest:title'),
  query,
  variables: (param) => ({ number: contestNumber(param), displayId: param('problemID') }),
  absent: (t, param) => t('contest:problems.absent', { id: param('problemID') }),
  component: ContestProblemPage,
})

export default standard
export { fullScreen }
