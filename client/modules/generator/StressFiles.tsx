import { graphql, useLazyLoadQuery } from 'react-relay'
import type { StressFilesQuery } from '../../__generated__/StressFilesQuery.graphql.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { FileHeads } from './FileHeads.tsx'

type Props = { making: string; names: readonly [first: string, second: string] }

/** First bytes of the input that ended a stress test, and of the output of both solutions. */
export function StressFiles({ making, names }: Props) {
  const { t } = useTranslation()
  const { node } = useLazyLoadQuery<StressFilesQuery>(
    graphql`
      query StressFilesQuery($id: ID!) {
        node(id: $id) {
          ... on Making {
            first: texts(index: 1) {
              input
              isInputWhole
              answer
              isAnswerWhole
            }
            second: texts(index: 2) {
              answer
              isAnswerWhole
            }
          }
        }
      }
    `,
    { id: making },
    { fetchPolicy: 'store-and-network' },
  )
  const { first, second } = node ?? {}
  const outputOf = (name: string) => t('generator:stress.outputOf', { name })
  return (
    <FileHeads
      none={t('generator:stress.noOutput')}
      files={[
        { label: t('generator:column.input'), text: first?.input, isWhole: first?.isInputWhole },
        { label: outputOf(names[0]), text: first?.answer, isWhole: first?.isAnswerWhole },
        { label: outputOf(names[1]), text: second?.answer, isWhole: second?.isAnswerWhole },
      ]}
    />
  )
}
