import Box from '@mui/material/Box'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { MadePreviewQuery } from '../../../__generated__/MadePreviewQuery.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = { making: string; index: number; onClose: () => void }

/** What the files of a case begin with, before it is one of the problem. */
export function MadePreview({ making, index, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal title={t('making:previewTitle', { index })} width={840} onClose={onClose}>
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
  const sides = [
    { label: t('making:column.input'), text: texts?.input, whole: texts?.isInputWhole },
    { label: t('making:column.answer'), text: texts?.answer, whole: texts?.isAnswerWhole },
  ]
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '1fr 1fr' } }}>
      {sides.map(({ label, text, whole }) => (
        <Box key={label} component="section" aria-label={label} sx={{ minWidth: 0 }}>
          <Box sx={{ typography: 'dense', fontWeight: 600, mb: 1 }}>{label}</Box>
          {typeof text === 'string' ? (
            <Box
              component="pre"
              tabIndex={0}
              sx={{
                m: 0,
                p: 3,
                maxHeight: 320,
                overflow: 'auto',
                typography: 'code',
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
                bgcolor: 'surface.sunken',
              }}
            >
              {text}
              {whole ? '' : '…'}
            </Box>
          ) : (
            <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('making:noAnswer')}</Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
