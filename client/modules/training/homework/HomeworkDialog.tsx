import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { HomeworkDialog_training$key } from '../../../__generated__/HomeworkDialog_training.graphql.ts'
import type { HomeworkDialogMutation } from '../../../__generated__/HomeworkDialogMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useEditing } from '../../../relay/useEditing.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useAnswer } from '../../../ui/feedback/useAnswer.ts'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { MomentField } from '../../../ui/form/MomentField.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

const RULES = ['none', 'percent'] as const

type Values = {
  opensAt: string | null
  dueAt: string | null
  rule: (typeof RULES)[number]
  latePercent: number | null
  lateUntil: string | null
  closesReading: boolean
}

const NEW: Values = {
  opensAt: null,
  dueAt: null,
  rule: 'none',
  latePercent: 80,
  lateUntil: null,
  closesReading: false,
}

const isAfter = (one: string | null, other: string | null) =>
  !one || !other || Date.parse(one) > Date.parse(other)

type Props = { training: HomeworkDialog_training$key; onClose: () => void }

/** Times of homework: opening, due time, late rule, and whether students read its problems at other times. */
export function HomeworkDialog({ onClose, ...props }: Props) {
  const { t } = useTranslation()
  const { id, version, homework } = useFragment(
    graphql`
      fragment HomeworkDialog_training on Training {
        id
        version
        homework {
          opensAt
          dueAt
          latePercent
          lateUntil
          closesReading
        }
      }
    `,
    props.training,
  )
  const saved: Values = homework
    ? {
        opensAt: homework.opensAt ?? null,
        dueAt: homework.dueAt,
        rule: homework.latePercent > 0 ? 'percent' : 'none',
        latePercent: homework.latePercent || NEW.latePercent,
        lateUntil: homework.lateUntil ?? null,
        closesReading: homework.closesReading,
      }
    : NEW
  const form = useEditing({
    version,
    values: saved,
    rules: ({ opensAt, dueAt, rule, latePercent, lateUntil }) => ({
      dueAt: !dueAt
        ? { words: t('homework:form.noDue') }
        : isAfter(dueAt, opensAt)
          ? null
          : { words: t('homework:form.dueFault') },
      latePercent:
        rule === 'none' ||
        (Number.isInteger(latePercent) && Number(latePercent) >= 1 && Number(latePercent) <= 100)
          ? null
          : { words: t('homework:form.percentFault') },
      lateUntil:
        rule === 'none' || isAfter(lateUntil, dueAt) ? null : { words: t('homework:form.untilFault') },
    }),
  })
  const [save, { pending }] = useMutation<HomeworkDialogMutation>(
    graphql`
      mutation HomeworkDialogMutation($input: SetHomeworkInput!) {
        setHomework(input: $input) {
          id
          version
          ...HomeworkTimes_training
        }
      }
    `,
    { form },
  )
  const end = useAnswer<true>()
  const { values } = form
  const isLate = values.rule === 'percent'
  const send = async () => {
    const { opensAt, dueAt, latePercent, lateUntil, closesReading } = values
    if (!dueAt) return null
    const late = { latePercent: isLate ? (latePercent ?? 0) : 0, lateUntil: isLate ? lateUntil : null }
    const times = { opensAt, dueAt, closesReading, ...late }
    const done = await save({ input: { id, version: form.version, times } })
    if (!done) return null
    toast.success(t('homework:form.saved'))
    onClose()
    return done
  }
  const remove = async () => {
    if (!(await end.ask(true))) return
    const done = await save({ input: { id, version: form.version, times: null } })
    if (!done) return
    toast.success(t('homework:form.removed'))
    onClose()
  }
  return (
    <>
      <FormDialog
        title={t('homework:form.title')}
        form={form}
        pending={pending}
        onSubmit={form.sending(send)}
        onClose={onClose}
        others={
          homework && (
            <Button size="large" color="error" disabled={pending} onClick={() => void remove()}>
              {t('homework:form.remove')}
            </Button>
          )
        }
      >
        <MomentField
          label={t('homework:form.opensAt')}
          hint={t('homework:form.opensHint')}
          {...form.field('opensAt')}
        />
        <MomentField
          label={t('homework:form.dueAt')}
          required
          hint={t('homework:form.dueHint')}
          {...form.field('dueAt')}
        />
        <ChoiceField
          label={t('homework:form.rule')}
          hint={t('homework:form.ruleHint')}
          segments={RULES.map((value) => ({ value, label: t(`homework:form.rules.${value}`) }))}
          {...form.field('rule')}
        />
        {isLate && (
          <>
            <NumberField
              label={t('homework:form.percent')}
              required
              unit="%"
              hint={t('homework:form.percentHint')}
              {...form.field('latePercent')}
            />
            <MomentField
              label={t('homework:form.lateUntil')}
              hint={t('homework:form.untilHint')}
              {...form.field('lateUntil')}
            />
          </>
        )}
        <SwitchField
          label={t('homework:form.closesReading')}
          hint={t('homework:form.closesHint')}
          {...form.field('closesReading')}
        />
      </FormDialog>
      {end.question && (
        <Confirm
          title={t('homework:form.removeTitle')}
          confirm={t('homework:form.remove')}
          destructive
          onConfirm={end.agree}
          onClose={end.close}
        >
          {t('homework:form.removeText')}
        </Confirm>
      )}
    </>
  )
}
