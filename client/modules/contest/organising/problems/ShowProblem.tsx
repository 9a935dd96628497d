import Button from '@mui/material/Button'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { ShowProblemMutation } from '../../../../__generated__/ShowProblemMutation.graphql.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'

/** Makes the viewer's hidden problem available in contests, which resolves the pre-contest check. */
export function ShowProblem({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [show, { pending }] = useMutation<ShowProblemMutation>(graphql`
    mutation ShowProblemMutation($input: UpdateProblemInput!) {
      updateProblem(input: $input) {
        id
        visibility
      }
    }
  `)
  const act = async () => {
    if (await show({ input: { id, changes: { visibility: 'CONTEST_ONLY' } } })) void revalidate()
  }
  return (
    <Button size="small" loading={pending} onClick={() => void act()}>
      {t('organising:rehearsal.show', { problem: label })}
    </Button>
  )
}
