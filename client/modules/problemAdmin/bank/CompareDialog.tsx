import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useLazyLoadQuery } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { CompareDialogMutation } from '../../../__generated__/CompareDialogMutation.graphql.ts'
import type { CompareDialogQuery } from '../../../__generated__/CompareDialogQuery.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { bankNameOf } from '../../bank/banks.ts'
import { ChangedText } from './ChangedText.tsx'
import { useFieldWords } from './useFieldWords.ts'

type Props = { number: number; displayId: string; bank: string; onClose: () => void }

/** Compares a problem with its bank, and takes over what has changed there. */
export function CompareDialog({ number, displayId, bank, onClose }: Props) {
  const { t } = useTranslation()
  const name = bankNameOf(bank)
  return (
    <Modal title={t('bank:compare.title', { displayId, name })} width={1040} sticky onClose={onClose}>
      <Section skeleton={<Loading />}>
        {(attempt) => <Changes number={number} name={name} attempt={attempt} onClose={onClose} />}
      </Section>
    </Modal>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <>
      <Box role="status" sx={{ mb: 3, typography: 'dense', color: 'text.secondary' }}>
        {t('bank:compare.loading')}
      </Box>
      <SkeletonRows rows={4} height={40} />
    </>
  )
}

type ChangesProps = { number: number; name: string; attempt: number; onClose: () => void }

function Changes({ number, name, attempt, onClose }: ChangesProps) {
  const { t } = useTranslation()
  const fieldWords = useFieldWords()
  const { revalidate } = useRevalidator()
  const { bankChanges } = useLazyLoadQuery<CompareDialogQuery>(
    graphql`
      query CompareDialogQuery($number: Int!) {
        bankChanges(number: $number) {
          field
          before
          after
        }
      }
    `,
    { number },
    { fetchPolicy: 'network-only', fetchKey: attempt },
  )
  const [take, { pending, words }] = useMutation<CompareDialogMutation>(
    graphql`
      mutation CompareDialogMutation($input: RefreshBankProblemInput!) {
        refreshBankProblem(input: $input) {
          id
          title
        }
      }
    `,
    { quiet: true },
  )
  const takeOver = async () => {
    if (!(await take({ input: { number } }))) return
    toast.success(t('bank:compare.taken', { name }))
    onClose()
    void revalidate()
  }
  if (!bankChanges || bankChanges.length === 0)
    return <EmptyState title={t('bank:compare.nothing')} text={t('bank:compare.nothingText', { name })} />
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)' }}>
      <Box component="p" sx={{ typography: 'dense', color: 'text.secondary' }}>
        {t('bank:compare.text', { name })}
      </Box>
      {bankChanges.map(({ field, before, after }) => (
        <ChangedText
          key={field}
          name={fieldWords(field)}
          here={t('bank:compare.here')}
          there={name}
          before={before}
          after={after}
        />
      ))}
      {words && !pending && <FormAlert>{words}</FormAlert>}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        <Button size="large" onClick={onClose}>
          {t('ui:confirm.cancel')}
        </Button>
        <Button
          size="large"
          variant="contained"
          color="primary"
          loading={pending}
          onClick={() => void takeOver()}
        >
          {t('bank:compare.take')}
        </Button>
      </Box>
    </Box>
  )
}
