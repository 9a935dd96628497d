import Box from '@mui/material/Box'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { TestPreviewKeptQuery } from '../../__generated__/TestPreviewKeptQuery.graphql.ts'
import type { TestPreviewUploadQuery } from '../../__generated__/TestPreviewUploadQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { PreBox } from '../../ui/code/PreBox.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { formatLength } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { Row, Side } from './testRows.ts'

type Props = { testset: string | null; row: Row; number: number; onClose: () => void }

/** First bytes of a case's input and answer. */
export function TestPreview({ testset, row, number, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal title={t('testset:preview.title', { number })} width={840} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '1fr 1fr' } }}>
        {(['input', 'answer'] as const).map((which) => {
          const side = row[which]
          return (
            <Box
              key={which}
              component="section"
              aria-label={t(which === 'input' ? 'testset:column.input' : 'testset:column.output')}
              sx={{ minWidth: 0 }}
            >
              {side ? (
                <Section skeleton={<SkeletonRows rows={4} />}>
                  <SideHead {...{ testset, side, which, kept: row.kept }} />
                </Section>
              ) : (
                <Box sx={{ color: 'text.tertiary' }}>{t('testset:preview.none')}</Box>
              )}
            </Box>
          )
        })}
      </Box>
    </Modal>
  )
}

type SideProps = { testset: string | null; side: Side; which: 'input' | 'answer'; kept: number | null }

function SideHead({ testset, side, which, kept }: SideProps) {
  const { source } = side
  if (source.from === 'text') return <HeadText side={side} text={source.text} />
  if (source.from === 'upload') return <UploadHead side={side} upload={source.upload} name={source.name} />
  return testset !== null && kept !== null ? <KeptHead {...{ testset, side, which, kept }} /> : null
}

function KeptHead(props: SideProps & { testset: string; kept: number }) {
  const { testset, side, which, kept } = props
  const { node } = useLazyLoadQuery<TestPreviewKeptQuery>(
    graphql`
      query TestPreviewKeptQuery($id: ID!, $index: Int!) {
        node(id: $id) {
          ... on Testset {
            case(index: $index) {
              input {
                head {
                  text
                }
              }
              answer {
                head {
                  text
                }
              }
            }
          }
        }
      }
    `,
    { id: testset, index: kept },
  )
  return <HeadText side={side} text={node?.case?.[which]?.head.text ?? ''} />
}

function UploadHead({ side, upload, name }: { side: Side; upload: string; name: string }) {
  const { testUpload } = useLazyLoadQuery<TestPreviewUploadQuery>(
    graphql`
      query TestPreviewUploadQuery($number: String!, $name: String!) {
        testUpload(number: $number) {
          file(name: $name) {
            head {
              text
            }
          }
        }
      }
    `,
    { number: upload, name },
  )
  return <HeadText side={side} text={testUpload.file?.head.text ?? ''} />
}

function HeadText({ side, text }: { side: Side; text: string }) {
  const { t } = useTranslation()
  const cut = side.bytes > 2048 && side.source.from !== 'text'
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0,1fr)' }}>
      <Box sx={{ typography: 'code', overflowWrap: 'anywhere' }}>
        {side.name}{' '}
        <Box component="span" sx={{ color: 'text.tertiary' }}>
          {formatLength(side.bytes)}
        </Box>
      </Box>
      <PreBox>{text}</PreBox>
      {cut && (
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
          {t('testset:preview.more', { size: formatLength(side.bytes) })}
        </Box>
      )}
    </Box>
  )
}
