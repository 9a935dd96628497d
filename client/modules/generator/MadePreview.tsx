import { graphql, useLazyLoadQuery } from 'react-relay'
import type { MadePreviewQuery } from '../../__generated__/MadePreviewQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { FileHeads } from './FileHeads.tsx'

type Props = { making: string; index: number; onClose: () => void }

/** First bytes of a generated case's files, before it is added to the tests. */
export function MadePreview({ making, index, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal title={t('generator:previewTitle', { index })} width={840} onClose={onClose}>
      <Section skeleton={<SkeletonRows rows={4} />}>
        <Texts making={making} index={index} />
      </Section>
    </Modal>
  )
}

function Texts({ making, index }: Pick<Props, 'making' | 'index'>) {
  const { t } = useTranslation()
  const { node } = useLazyLoadQuery<MadePreviewQuery>(
    graphql`
      query MadePreviewQuery($id: ID!, $index: Int!) {
        node(id: $id) {
          ... on Making {
            texts(index: $index) {
              input
              isInputWhole
              answer
              isAnswerWhole
            }
          }
        }
      }
    `,
    { id: making, index },
    { fetchPolicy: 'store-and-network' },
  )
  const texts = node?.texts
  return (
    <FileHeads
      none={t('generator:noAnswer')}
      files={[
        { label: t('generator:column.input'), text: texts?.input, isWhole: texts?.isInputWhole },
        { label: t('generator:column.answer'), text: texts?.answer, isWhole: texts?.isAnswerWhole },
      ]}
    />
  )
}
