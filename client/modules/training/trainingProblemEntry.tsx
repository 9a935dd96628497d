import query, { type TrainingProblemPageQuery } from '../../__generated__/TrainingProblemPageQuery.graphql.ts'
import { problemEntries } from '../problem/problemEntries.tsx'
import { trainingNumber } from './addresses.ts'
import { TrainingProblemPage } from './TrainingProblemPage.tsx'

const { standard, fullScreen } = problemEntries<TrainingProblemPageQuery>({
  title: (t) => t('training:title'),
  query,
  variables: (param) => ({ number: trainingNumber(param), displayId: param('problemID') }),
  absent: (t, param) => t('training:problems.absent', { id: param('problemID') }),
  component: TrainingProblemPage,
})

export default standard
export { fullScreen }
