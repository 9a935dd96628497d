import query, { type SettingPageQuery } from '../../__generated__/SettingPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { SettingFrame, SettingSkeleton } from './setting/SettingFrame.tsx'
import { SettingPage } from './setting/SettingPage.tsx'

export default {
  title: (t) => t('setting:title'),
  query,
  component: SettingPage,
  skeleton: (
    <SettingFrame>
      <SettingSkeleton />
    </SettingFrame>
  ),
} satisfies PageEntry<SettingPageQuery>
