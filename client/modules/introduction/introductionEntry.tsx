import query, { type IntroductionPageQuery } from '../../__generated__/IntroductionPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ProseSkeleton } from '../../ui/feedback/ProseSkeleton.tsx'
import { IntroductionPage } from './IntroductionPage.tsx'

export default {
  title: (t) => t('app:nav.introduction'),
  query,
  component: IntroductionPage,
  skeleton: <ProseSkeleton chapters={5} />,
} satisfies PageEntry<IntroductionPageQuery>
