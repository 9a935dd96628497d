import { useState } from 'react'
import { graphql } from 'react-relay'
import type { AddProblemMutation } from '../../../../__generated__/AddProblemMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { PickField } from '../../../../ui/form/PickField.tsx'
import type { Found } from '../../../../ui/form/useDebouncedSearch.ts'
import { useForm } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import type { TYPES } from '../managedContests.ts'
import { ProblemWords, useProblemWordsRules, type WordsOfProblem } from './ProblemWords.tsx'
import { useCandidates } from './useCandidates.ts'
import { wordsRefusing } from './wordsRefusing.ts'

type Values = WordsOfProblem & { problem: Found | null }

type Props = {
  contestId: string
  type: (typeof TYPES)[number]
  /** Number of a problem just created for the contest; null: a problem is chosen here. */
  problemNumber: number | null
  /** Whether the problem just created is public. */
  isMadePublic: boolean
  /** Whether adding a public problem takes it off the public list. */
  takesOff: boolean
  /** The next free label. */
  label: string
  onClose: () => void
}

/** Adds a problem to a contest: a public one, or one that the viewer manages. */
export function AddProblem(props: Props) {
  const { contestId, type, problemNumber, isMadePublic, takesOff, label, onClose } = props
  const { t } = useTranslation()
  const place = usePlace()
  const rules = useProblemWordsRules(false)
  const form = useForm<Values>({
    values: { problem: null, label, title: '', color: '' },
    rules: (values) => ({
      ...rules(values),
      problem: problemNumber || values.problem ? null : { words: t('ui:fault.REQUIRED') },
    }),
  })
  const search = useCandidates(contestId, type)
  const [add, { pending }] = useMutation<AddProblemMutation>(
    graphql`
      mutation AddProblemMutation($input: AddContestProblemInput!) {
        addContestProblem(input: $input) {
          ...ContestProblemTable_contest
          ...RehearsalPanel_contest
        }
      }
    `,
    { form: wordsRefusing(form) },
  )
  const [asking, setAsking] = useState(false)
  const put = async () => {
    const { problem, label, title, color } = form.values
    const done = await add({
      input: {
        contestId,
        problemNumber: problemNumber ?? Number(problem?.value),
        label: label.trim(),
        title: title.trim() || null,
        color: color || null,
      },
    })
    if (!done) return null
    toast.success(t('organising:problems.added', { label: label.trim() }))
    onClose()
    return done
  }
  const { problem } = form.values
  const isPublic = isMadePublic || problem?.note === t('problemAdmin:visibility.PUBLIC')
  const send = form.sending(async () => {
    if (!isPublic || !takesOff) return put()
    setAsking(true)
    return null
  })
  const publicHint = t(takesOff ? 'organising:problems.takenOff' : 'organising:problems.staysPublic')
  if (asking)
    return (
      <Confirm
        title={t('organising:problems.takeOffTitle', {
          name: problem?.label ?? form.values.label.trim(),
        })}
        confirm={t('organising:problems.takeOffSave')}
        // Closes in any case: errors appear under the fields.
        onConfirm={async () => void (await put())}
        onClose={() => setAsking(false)}
      >
        {t('organising:problems.takeOffText')}
      </Confirm>
    )
  return (
    <FormDialog
      title={t(problemNumber ? 'organising:problems.nameMade' : 'organising:problems.add')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      submit={t('organising:problems.addSave')}
      isComplete={problemNumber !== null}
    >
      {!problemNumber && (
        <PickField
          label={t('organising:problems.pick')}
          required
          hint={
            isPublic
              ? publicHint
              : t(place === null ? 'organising:problems.pickHint' : 'organising:problems.pickHintInGroup', {
                  type,
                })
          }
          search={search}
          {...form.field('problem')}
        />
      )}
      <ProblemWords form={form} needsTitle={false} />
    </FormDialog>
  )
}
