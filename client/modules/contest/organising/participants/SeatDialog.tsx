import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { SeatDialogMutation } from '../../../../__generated__/SeatDialogMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { ListField } from './ListField.tsx'
import { type Seat, seatsOf } from './seatLines.ts'

type Props = {
  contestId: string
  /** The participant and their seat; left out: a list is pasted. */
  person?: Seat
  onClose: () => void
}

/** Assigns a seat to one participant, or seats to many from a pasted list. */
export function SeatDialog({ contestId, person, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const form = useForm({
    values: { seats: person?.seat ?? '' },
    rules: ({ seats }) => {
      if (person) return {}
      const { rows, broken } = seatsOf(seats)
      if (broken !== null) return { seats: { words: t('contestDay:seats.broken', { line: broken }) } }
      return { seats: rows.length === 0 ? { words: t('ui:fault.REQUIRED') } : null }
    },
  })
  const [give, { pending }] = useMutation<SeatDialogMutation>(
    graphql`
      mutation SeatDialogMutation($input: GiveContestSeatsInput!) {
        giveContestSeats(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const typed = form.values.seats
    const seats = person ? [{ username: person.username, seat: typed }] : [...seatsOf(typed).rows]
    const done = await give({ input: { contestId, seats } })
    if (!done) return null
    toast.success(t('contestDay:seats.given', { count: seats.length }))
    void revalidate()
    onClose()
    return done
  })
  return (
    <FormDialog
      title={person ? t('contestDay:seats.of', { name: person.username }) : t('contestDay:seats.title')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
    >
      {person ? (
        <Field
          label={t('contestDay:seats.seat')}
          hint={t('contestDay:seats.hint')}
          maxLength={40}
          {...form.field('seats')}
        />
      ) : (
        <ListField
          label={t('contestDay:seats.list')}
          hint={t('contestDay:seats.listHint')}
          {...form.field('seats')}
        />
      )}
    </FormDialog>
  )
}
