import Paper from '@mui/material/Paper'
import { type ReactNode, Suspense } from 'react'
import { DraftedForm } from '../../../../app/admin/DraftedForm.tsx'
import { SkeletonRows } from '../../../../ui/feedback/SkeletonRows.tsx'
import { sendingTidy } from '../../../../ui/form/sendingTidy.ts'
import type { Faults, Form } from '../../../../ui/form/useForm.ts'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { ContestBasicsCard } from './ContestBasicsCard.tsx'
import { type ContestValues, tidy } from './contestValues.ts'

// Loaded later: the fields that are filled in first do not wait for these.
const ContestPreviewCard = lazyPart(async () => (await import('./ContestPreviewCard.tsx')).ContestPreviewCard)
const ContestPublishingCard = lazyPart(
  async () => (await import('./ContestPublishingCard.tsx')).ContestPublishingCard,
)
const ContestRulesCards = lazyPart(async () => (await import('./ContestRulesCards.tsx')).ContestRulesCards)

type Props = {
  form: Form<ContestValues>
  rules: (values: ContestValues) => Faults<ContestValues>
  /** Values on the server. */
  saved: ContestValues
  /** Null for a new contest. */
  type: ContestValues['type'] | null
  /** Number of registrations. */
  registrations: number
  /** Storage key of the draft in this browser. */
  draftKey: string
  pending: boolean
  save?: string
  onSend: () => unknown
  /** Shown beside the fields. */
  children?: ReactNode
}

/** All fields of a contest. */
export function ContestForm(props: Props) {
  const { form, rules, saved, type, registrations, draftKey, pending, save, onSend, children } = props
  return (
    <DraftedForm
      form={form}
      saved={saved}
      draftKey={draftKey}
      pending={pending}
      save={save}
      onSubmit={sendingTidy(form, { tidy, rules, onSend })}
      side={
        <>
          <Suspense fallback={<Grey rows={3} />}>
            <ContestPreviewCard values={form.values} />
          </Suspense>
          {children}
          <Suspense fallback={<Grey rows={4} />}>
            <ContestPublishingCard form={form} />
          </Suspense>
        </>
      }
    >
      <ContestBasicsCard form={form} type={type} />
      <Suspense fallback={<Grey />}>
        <ContestRulesCards form={form} saved={saved} registrations={registrations} />
      </Suspense>
    </DraftedForm>
  )
}

/** Placeholder of cards that are loading. */
const Grey = ({ rows = 8 }: { rows?: number }) => (
  <Paper variant="outlined" sx={{ p: 4 }}>
    <SkeletonRows rows={rows} />
  </Paper>
)
