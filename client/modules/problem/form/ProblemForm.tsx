import Paper from '@mui/material/Paper'
import { type FormEvent, type ReactNode, Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ProblemForm_languages$key } from '../../../__generated__/ProblemForm_languages.graphql.ts'
import { DraftedForm } from '../../../app/admin/DraftedForm.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { isSame } from '../../../ui/form/paths.ts'
import type { Faults, Form } from '../../../ui/form/useForm.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { PictureContext } from '../../../ui/markdown/pictureParts.ts'
import { drawPicture } from '../statement/drawPicture.tsx'
import { BasicsCard } from './BasicsCard.tsx'
import { NEW_VALUES, type ProblemValues, tidy } from './problemValues.ts'
import { SamplesCard } from './SamplesCard.tsx'
import { WordsCard } from './WordsCard.tsx'

const SideCards = lazyPart(async () => (await import('./SideCards.tsx')).SideCards)
const LowerCards = lazyPart(async () => (await import('./LowerCards.tsx')).LowerCards)

type Props = {
  form: Form<ProblemValues>
  rules: (values: ProblemValues) => Faults<ProblemValues>
  /** Values on the server. */
  saved: ProblemValues
  /** Local storage key of unsaved values. */
  draftKey: string
  languages: ProblemForm_languages$key
  tags: readonly string[]
  canPublish: boolean
  canNameAuthors: boolean
  pending: boolean
  /** Judged by another judge, which decides how. */
  isRemote?: boolean
  save?: string
  onSend: () => unknown
  /** Shown before all fields. */
  first?: ReactNode
}

const FIELDS = Object.keys(NEW_VALUES) as (keyof ProblemValues)[]

/** All fields of a problem. */
export function ProblemForm(props: Props) {
  const { form, rules, saved, draftKey, tags, canPublish, canNameAuthors, pending, save, onSend, first } =
    props
  const { isRemote = false } = props
  const languages = useFragment(
    graphql`
      fragment ProblemForm_languages on Language @relay(plural: true) {
        key
        name
        editorLanguage
        template
        canCheck
        limitFactor
      }
    `,
    props.languages,
  )
  const send = (event: FormEvent) => {
    const values = tidy(form.values)
    const isFine = Object.values(rules(values)).every((fault) => !fault)
    // Leave the values alone while the form has errors to fix.
    for (const field of isFine ? FIELDS : [])
      if (!isSame(values[field], form.values[field])) form.set(field, values[field])
    form.sending(onSend)(event)
  }
  return (
    <DraftedForm
      form={form}
      saved={saved}
      draftKey={draftKey}
      pending={pending}
      save={save}
      onSubmit={send}
      side={
        <Suspense fallback={<Grey />}>
          <SideCards
            form={form}
            canPublish={canPublish}
            canNameAuthors={canNameAuthors}
            languages={languages}
            tags={tags}
          />
        </Suspense>
      }
    >
      {first}
      <BasicsCard form={form} isWidened={languages.some(({ limitFactor }) => limitFactor > 1)} />
      <PictureContext value={drawPicture}>
        <WordsCard form={form} />
      </PictureContext>
      <SamplesCard form={form} />
      <Suspense fallback={<Grey />}>
        <LowerCards form={form} languages={languages} isRemote={isRemote} />
      </Suspense>
    </DraftedForm>
  )
}

/** Placeholder of cards that are loading. */
const Grey = () => (
  <Paper variant="outlined" sx={{ p: 4 }}>
    <SkeletonRows rows={8} />
  </Paper>
)
