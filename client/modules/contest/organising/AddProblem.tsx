import { graphql } from 'react-relay'
import type { AddProblemMutation } from '../../../__generated__/AddProblemMutation.graphql.ts'
import type { AddProblemQuery } from '../../../__generated__/AddProblemQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useSearch } from '../../../relay/useSearch.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { PickField } from '../../../ui/form/PickField.tsx'
import type { Found } from '../../../ui/form/useFinding.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { TYPES } from './managedContests.ts'
import { ProblemWords, useProblemWordsRules, type WordsOfProblem } from './ProblemWords.tsx'
import { wordsRefusing } from './wordsRefusing.ts'

type Values = WordsOfProblem & { problem: Found | null }

type Props = {
  contestId: string
  type: (typeof TYPES)[number]
  /** One that was just made for the contest; null: it is chosen here. */
  problemNumber: number | null
  /** The next free one. */
  label: string
  onClose: () => void
}

/** Puts a problem into a contest: one of the public list, or one that the viewer sets. */
export function AddProblem({ contestId, type, problemNumber, label, onClose }: Props) {
  const { t } = useTranslation()
  const rules = useProblemWordsRules(false)
  const form = useForm<Values>({
    values: { problem: null, label, title: '', color: '' },
    rules: (values) => ({
      ...rules(values),
      problem: problemNumber || values.problem ? null : { words: t('ui:fault.REQUIRED') },
    }),
  })
  const search = useSearch<AddProblemQuery>(
    graphql`
      query AddProblemQuery($keyword: String!, $scoring: Scoring!) {
        problems(keyword: $keyword, first: 12) {
          edges {
            node {
              scoring
              number
              displayId
              title
            }
          }
        }
        managedProblems(keyword: $keyword, scoring: $scoring, first: 8) {
          edges {
            node {
              number
              displayId
              title
              visibility
            }
          }
        }
      }
    `,
    (keyword) => ({ keyword, scoring: type }),
    ({ problems, managedProblems }) => {
      const own = managedProblems?.edges ?? []
      const listed = problems.edges.filter(({ node }) => node.scoring === type)
      const open = new Set(listed.map(({ node }) => node.number))
      const others = own.filter(({ node }) => !open.has(node.number))
      return [
        ...listed.map(({ node }) => ({ node, note: t('managing:visibility.PUBLIC') })),
        ...others.map(({ node }) => ({ node, note: t(`managing:visibility.${node.visibility}`) })),
      ].map(({ node: { number, displayId, title }, note }) => ({
        ...{ value: String(number), label: `${displayId} ${title}`, note },
      }))
    },
  )
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
  const send = form.sending(async () => {
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
  })
  const isPublic = form.values.problem?.note === t('managing:visibility.PUBLIC')
  return (
    <FormDialog
      title={t(problemNumber ? 'organising:problems.nameMade' : 'organising:problems.add')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      submit={t('organising:problems.addSave')}
    >
      {!problemNumber && (
        <PickField
          label={t('organising:problems.pick')}
          required
          hint={isPublic ? t('organising:problems.takenOff') : t('organising:problems.pickHint', { type })}
          search={search}
          {...form.field('problem')}
        />
      )}
      <ProblemWords form={form} needsTitle={false} />
    </FormDialog>
  )
}
