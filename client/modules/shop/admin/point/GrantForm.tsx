import Button from '@mui/material/Button'
import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { Translator } from '../../../../../locales/phrases.ts'
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
import { amountsIn, MOST_NAMES, type NameWithAmount, twoAmountsIn } from '../../../../ui/text/nameLines.ts'
import { NamesField } from '../../../../ui/upload/NamesField.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { GrantPreview } from './GrantPreview.tsx'

const MOST_POINTS = 1_000_000

/** Whether the lines say the amounts themselves; a second column without any number is ignored. */
const hasOwnAmounts = (lines: readonly NameWithAmount[]) => lines.some(({ amount }) => amount !== null)

function namesFault(t: Translator, lines: readonly NameWithAmount[]) {
  if (lines.length === 0) return { words: t('ui:fault.REQUIRED') }
  if (lines.length > MOST_NAMES) return { words: t('ui:fault.TOO_MANY', { max: MOST_NAMES }) }
  if (!hasOwnAmounts(lines)) return null
  const bad = lines.find(({ amount }) => amount === null || amount === 0 || Math.abs(amount) > MOST_POINTS)
  if (bad) return { words: t('shop:admin.points.badLine', { name: bad.name }) }
  const twice = twoAmountsIn(lines)
  return twice === null ? null : { words: t('shop:admin.points.twoAmounts', { name: twice }) }
}

/** Grants points to a list of names, after a preview of what it does. */
export function GrantForm({ onGranted, onClose }: { onGranted: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const [preview, setPreview] = useState<GrantFormQuery$data['grantPreview'] | null>(null)
  const [reading, setReading] = useState(false)
  const form = useForm({
    values: { usernames: '', amount: null as number | null, note: '' },
    rules: ({ usernames, amount }) => {
      const lines = amountsIn(usernames)
      return {
        usernames: namesFault(t, lines),
        amount: hasOwnAmounts(lines)
          ? null
          : amount === 0
            ? { words: t('shop:admin.points.badAmount') }
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
  const lines = amountsIn(usernames)
  const hasOwn = hasOwnAmounts(lines)
  const own = hasOwn ? lines.map((line) => line.amount ?? 0) : null
  const input = {
    usernames: lines.map(({ name }) => name),
    amounts: own,
    amount: own?.[0] ?? amount ?? 0,
    note: note.trim() || null,
  }
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
                amount
                balance
                isPossible
                user {
                  id
                  username
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
        <GrantPreview preview={preview} />
      ) : (
        <>
          <NamesField
            hint={t('shop:admin.points.namesHint', { max: MOST_NAMES })}
            linesOf={(text) =>
              amountsIn(text).map(({ name, amount }) => (amount === null ? name : `${name},${amount}`))
            }
            {...form.field('usernames')}
          />
          <NumberField
            label={t('shop:admin.points.amount')}
            hint={t(hasOwn ? 'shop:admin.points.ownAmounts' : 'shop:admin.points.amountHint')}
            required={!hasOwn}
            disabled={hasOwn}
            {...form.field('amount')}
          />
          <Field label={t('shop:admin.points.note')} maxLength={200} {...form.field('note')} />
        </>
      )}
    </FormDialog>
  )
}
