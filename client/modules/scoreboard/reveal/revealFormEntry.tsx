import query, { type RevealFormPageQuery } from '../../../__generated__/RevealFormPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { contestNumber } from '../../contest/contestNumber.ts'
import { RevealFormPage } from './RevealFormPage.tsx'

export default {
  title: (t) => t('scoreboard:scroll.title'),
  query,
  variables: (param) => ({ number: contestNumber(param) }),
  component: RevealFormPage,
  skeleton: <SkeletonRows rows={4} />,
} satisfies PageEntry<RevealFormPageQuery>
