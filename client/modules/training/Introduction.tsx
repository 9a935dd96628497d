import { graphql, useFragment } from 'react-relay'
import type { Introduction_training$key } from '../../__generated__/Introduction_training.graphql.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { MarkdownTreeView } from '../../ui/markdown/Markdown.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Introduction of a training. */
export function Introduction(props: { training: Introduction_training$key }) {
  const { t } = useTranslation()
  const { descriptionTree } = useFragment(
    graphql`
      fragment Introduction_training on Training {
        descriptionTree
      }
    `,
    props.training,
  )
  return (
    <Panel id="training-introduction" title={t('training:tab.overview')}>
      <MarkdownTreeView size="body" tree={descriptionTree} />
    </Panel>
  )
}
