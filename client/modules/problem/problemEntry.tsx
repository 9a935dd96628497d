import type { ProblemPageQuery } from '../../__generated__/ProblemPageQuery.graphql.ts'
import { ProblemPage } from './ProblemPage.tsx'
import ask from './problemAsk.ts'
import { problemEntries } from './problemEntries.tsx'

const { standard, fullScreen } = problemEntries<ProblemPageQuery>({
  title: (t) => t('problem:page.title'),
  ...ask,
  absent: (t, param) => t('app:error.noProblem', { id: param('problemID') }),
  component: ProblemPage,
})

export default standard
export { fullScreen }
