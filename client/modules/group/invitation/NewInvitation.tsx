import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { NewInvitationMutation } from '../../../__generated__/NewInvitationMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { FieldFrame } from '../../../ui/form/FieldFrame.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { LATEST_WALL_TIME, momentOf, wallTimeOf } from '../../../ui/form/zones.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { serverNow } from '../../../ui/text/serverTime.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Lifetimes (days) to choose from, besides an end of one's own. */
const DAYS = [1, 7, 30] as const
const CUSTOM = 'custom'

const USES = { least: 1, most: 500, first: 30 } as const

/** Longest lifetime of a link (ms). */
const LONGEST = 365 * 24 * 3_600_000

type Values = { period: string; lifetime: { expiresAt: string | null }; maxUses: number | null }

/** Creates an invitation link to a group. */
export function NewInvitation({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const form = useForm<Values>({
    values: { period: '7', lifetime: { expiresAt: null }, maxUses: USES.first },
    isRepeatable: true,
    rules: ({ period, lifetime: { expiresAt }, maxUses }) => {
      const isWhole = maxUses !== null && Number.isInteger(maxUses)
      const left = expiresAt === null ? 0 : Date.parse(expiresAt) - serverNow()
      return {
        'lifetime.expiresAt':
          period === CUSTOM && (left <= 0 || left > LONGEST)
            ? { words: t('invitation:form.endFault') }
            : null,
        maxUses:
          isWhole && maxUses >= USES.least && maxUses <= USES.most
            ? null
            : { words: t('invitation:form.usesFault', USES), atOnce: true },
      }
    },
  })
  const [create, { pending }] = useMutation<NewInvitationMutation>(
    graphql`
      mutation NewInvitationMutation($input: CreateGroupInvitationInput!) {
        createGroupInvitation(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const { period, lifetime, maxUses } = form.values
  const send = form.sending(async () => {
    const done = await create({
      input: {
        groupId,
        lifetime: period === CUSTOM ? { expiresAt: lifetime.expiresAt ?? '' } : { days: Number(period) },
        maxUses: maxUses ?? 0,
      },
    })
    if (!done) return null
    toast.success(t('invitation:form.created'))
    void revalidate()
    return done
  })
  const { value, onChange, ...end } = form.field('lifetime.expiresAt')
  return (
    <Panel id="group-new-invitation" title={t('invitation:form.title')}>
      <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ display: 'grid', gap: 3 }}>
        <FieldFrame id="invitation-period" group label={t('invitation:form.period')}>
          <Segments
            label={t('invitation:form.period')}
            value={period}
            segments={[
              ...DAYS.map((days) => ({
                value: String(days),
                label: t('invitation:form.days', { count: days }),
              })),
              { value: CUSTOM, label: t('invitation:form.custom') },
            ]}
            onChange={(chosen) => form.set('period', chosen)}
          />
        </FieldFrame>
        {period === CUSTOM && (
          <Field
            label={t('invitation:form.end')}
            required
            type="datetime-local"
            inputProps={{ max: LATEST_WALL_TIME }}
            hint={t('ui:form.zone', { zone: timeZone })}
            value={value ? wallTimeOf(value, timeZone) : ''}
            onChange={(typed) => onChange(momentOf(typed, timeZone))}
            {...end}
          />
        )}
        <NumberField
          label={t('invitation:form.uses')}
          required
          unit={t('invitation:form.range', USES)}
          inputProps={{ inputMode: 'numeric' }}
          {...form.field('maxUses')}
        />
        <Button type="submit" variant="contained" color="primary" size="large" loading={pending}>
          {t('invitation:form.create')}
        </Button>
      </Box>
    </Panel>
  )
}
