import { graphql, useFragment } from 'react-relay'
import type { About_group$key } from '../../../__generated__/About_group.graphql.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { MarkdownTreeView } from '../../../ui/markdown/Markdown.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Description of a group. */
export function About(props: { group: About_group$key }) {
  const { t } = useTranslation()
  const { descriptionTree } = useFragment(
    graphql`
      fragment About_group on Group {
        descriptionTree
      }
    `,
    props.group,
  )
  return (
    <Panel id="group-about" title={t('group:home.about')}>
      <MarkdownTreeView size="body" tree={descriptionTree} />
    </Panel>
  )
}
