import { download } from '../../../relay/files/download.ts'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Values = { by: 'user' | 'problem'; excludeAdmin: boolean }
const FIRST: Values = { by: 'user', excludeAdmin: true }

type Props = { contest: { number: number; title: string }; onClose: () => void }

/** Asks how to pack the accepted code of a contest, and downloads it. */
export function DownloadCode({ contest: { number, title }, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm<Values>({ values: FIRST })
  const send = form.sending(() => {
    const { by, excludeAdmin } = form.values
    onClose()
    const asked = `cid=${number}&excludeAdmin=${excludeAdmin}&splitType=${by}`
    return download(`/api/file/download-contest-ac-submission?${asked}`)
  })
  return (
    <FormDialog
      title={t('organising:download.title', { title })}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={false}
      submit={t('organising:download.submit')}
      isComplete
    >
      <ChoiceField
        label={t('organising:download.folders')}
        segments={(['user', 'problem'] as const).map((value) => ({
          value,
          label: t(value === 'user' ? 'organising:download.byUser' : 'organising:download.byProblem'),
        }))}
        {...form.field('by')}
      />
      <SwitchField
        label={t('organising:download.excludeAdmin')}
        hint={t('organising:download.excludeAdminHint')}
        {...form.field('excludeAdmin')}
      />
    </FormDialog>
  )
}
