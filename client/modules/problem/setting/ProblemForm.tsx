import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { type FormEvent, type ReactNode, Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ProblemForm_languages$key } from '../../../__generated__/ProblemForm_languages.graphql.ts'
import { FormBar } from '../../../ui/form/FormBar.tsx'
import { isSame } from '../../../ui/form/paths.ts'
import type { Faults, Form } from '../../../ui/form/useForm.ts'
import { useFormDraft } from '../../../ui/form/useFormDraft.ts'
import { formatClock, formatDateTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { BasicsCard } from './BasicsCard.tsx'
import { NEW_VALUES, type ProblemValues, tidy } from './problemValues.ts'
import { SamplesCard } from './SamplesCard.tsx'
import { WordsCard } from './WordsCard.tsx'

const SideCards = lazyPart(async () => (await import('./SideCards.tsx')).SideCards)
const LowerCards = lazyPart(async () => (await import('./LowerCards.tsx')).LowerCards)

type Props = {
  form: Form<ProblemValues>
  rules: (values: ProblemValues) => Faults<ProblemValues>
  /** What the server has. */
  saved: ProblemValues
  /** Under which the browser keeps what is not saved. */
  draftKey: string
  languages: ProblemForm_languages$key
  tags: readonly string[]
  canPublish: boolean
  canNameAuthors: boolean
  pending: boolean
  save?: string
  onSend: () => unknown
  /** Between statement and judging, such as the tests. */
  children?: ReactNode
}

const FIELDS = Object.keys(NEW_VALUES) as (keyof ProblemValues)[]

const column = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)' } as const

/** All fields of a problem. */
export function ProblemForm(props: Props) {
  const { form, rules, saved, draftKey, tags, canPublish, canNameAuthors, pending, save, onSend, children } =
    props
  const { t } = useTranslation()
  const { keptAt, foundAt } = useFormDraft(draftKey, form, saved)
  const languages = useFragment(
    graphql`
      fragment ProblemForm_languages on Language @relay(plural: true) {
        key
        name
        editorLanguage
        template
        canCheck
      }
    `,
    props.languages,
  )
  const send = (event: FormEvent) => {
    const values = tidy(form.values)
    const isFine = Object.values(rules(values)).every((fault) => !fault)
    // Nothing moves under the hands of whoever has something to mend.
    for (const field of isFine ? FIELDS : [])
      if (!isSame(values[field], form.values[field])) form.set(field, values[field])
    form.sending(onSend)(event)
  }
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send}>
      {foundAt && (
        <Box
          role="status"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            mb: 4,
            px: 3,
            py: 2,
            borderRadius: 1,
            typography: 'dense',
            bgcolor: 'accent.subtle',
          }}
        >
          <Icon name="clock" size={14} />
          {t('authoring:draftFound', { time: formatDateTime(foundAt) })}
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          pb: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 288px' },
        }}
      >
        <Box sx={column}>
          <BasicsCard form={form} />
          <WordsCard form={form} />
          <SamplesCard form={form} />
          {children}
          <Suspense fallback={<Grey />}>
            <LowerCards form={form} languages={languages} />
          </Suspense>
        </Box>
        <Box sx={column}>
          <Suspense fallback={<Grey />}>
            <SideCards
              form={form}
              canPublish={canPublish}
              canNameAuthors={canNameAuthors}
              languages={languages}
              tags={tags}
            />
          </Suspense>
        </Box>
      </Box>
      <FormBar
        form={form}
        pending={pending}
        save={save}
        note={keptAt ? t('authoring:draftKept', { time: formatClock(keptAt) }) : undefined}
      />
    </Box>
  )
}

/** Where cards are about to come. */
const Grey = () => (
  <Paper variant="outlined" sx={{ p: 4 }}>
    <SkeletonRows rows={8} />
  </Paper>
)
