import Button from '@mui/material/Button'
import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { GrantFormMutation } from '../../../../__generated__/GrantFormMutation.graphql.ts'
import type { GrantFormQuery, GrantFormQuery$data } from '../../../../__generated__/GrantFormQuery.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { shell } from '../../../../relay/shell.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { NumberField } from '../../../../ui/form/NumberField.tsx'
import { useForm } from '../../../../ui/form/useForm.ts'
import { wholeNumberFault } from '../../../../ui/form/wholeNumber.ts'
import { MOST_NAMES, namesIn } from '../../../../ui/text/nameLines.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { GrantPreview } from './GrantPreview.tsx'

const MOST_POINTS = 1_000_000

/** Grants points to a list of names, after a preview of what it does. */
export function GrantForm({ onGranted, onClose }: { onGranted: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const [preview, setPreview] = useState<GrantFormQuery$data['grantPreview'] | null>(null)
  const [reading, setReading] = useState(false)
  const form = useForm({
    values: { usernames: '', amount: null as number | null, note: '' },
    rules: ({ usernames, amount }) => {
      const { length } = namesIn(usernames)
      const isTooMany = length > MOST_NAMES
      return {
        usernames:
          length === 0
            ? { words: t('ui:fault.REQUIRED') }
            : isTooMany
              ? { words: t('ui:fault.TOO_MANY', { max: MOST_NAMES }) }
              : null,
        amount:
          amount === 0
            ? { words: t('ui:fault.UNUSABLE') }
            : wholeNumberFault(t, amount, { min: -MOST_POINTS, max: MOST_POINTS }),
      }
    },
  })
  const [grant, { pending }] = useMutation<GrantFormMutation>(
    graphql`
      mutation GrantFormMutation($input: GrantPointsInput!) {
        grantPoints(input: $input) {
          entries {
            id
          }
        }
      }
    `,
    { form },
  )
  const { usernames, amount, note } = form.values
  const input = { usernames: namesIn(usernames), amount: amount ?? 0, note: note.trim() || null }
  const look = async () => {
    setReading(true)
    try {
      const answer = await fetchQuery<GrantFormQuery>(
        environment,
        graphql`
          query GrantFormQuery($input: GrantPointsInput!) {
            grantPreview(input: $input) {
              unknown
              accounts {
                balance
                isPossible
                user {
                  id
                  ...UserLink_user
                }
              }
            }
          }
        `,
        { input },
        { fetchPolicy: 'network-only' },
      ).toPromise()
      setPreview(answer?.grantPreview ?? null)
    } catch (error) {
      const { tell, words } = shell()
      tell(words(error), 'error')
    } finally {
      setReading(false)
    }
    return false
  }
  const give = async () => {
    const done = await grant({ input })
    if (!done) return null
    toast.success(t('shop:admin.points.granted', { count: done.grantPoints.entries.length }))
    onGranted()
    onClose()
    return done
  }
  const read = async (file: File | undefined) => {
    if (file) form.set('usernames', namesIn(await file.text()).join('\n'))
  }
  const isPossible =
    preview !== null &&
    preview !== undefined &&
    preview.unknown.length === 0 &&
    preview.accounts.every((one) => one.isPossible)
  return (
    <FormDialog
      title={t('shop:admin.points.grant')}
      form={form}
      onSubmit={form.sending(preview && isPossible ? give : look)}
      onClose={onClose}
      pending={pending || reading}
      submit={t(preview && isPossible ? 'shop:admin.points.confirm' : 'shop:admin.points.preview')}
      others={
        preview ? (
          <Button size="large" onClick={() => setPreview(null)}>
            {t('shop:admin.points.back')}
          </Button>
        ) : undefined
      }
    >
      {preview ? (
        <GrantPreview preview={preview} amount={input.amount} />
      ) : (
        <>
          <Field
            label={t('shop:admin.points.names')}
            hint={t('shop:admin.points.namesHint', { max: MOST_NAMES })}
            required
            multiline
            minRows={5}
            maxRows={12}
            inputProps={{ spellCheck: false, autoCapitalize: 'off' }}
            sx={{ '& textarea': { typography: 'code' } }}
            {...form.field('usernames')}
          />
          <Button component="label" size="small" sx={{ justifySelf: 'start' }}>
            {t('shop:admin.points.file')}
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              hidden
              onChange={({ target }) => void read(target.files?.[0])}
            />
          </Button>
          <NumberField
            label={t('shop:admin.points.amount')}
            hint={t('shop:admin.points.amountHint')}
            required
            {...form.field('amount')}
          />
          <Field label={t('shop:admin.points.note')} maxLength={200} {...form.field('note')} />
        </>
      )}
    </FormDialog>
  )
}
