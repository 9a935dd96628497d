import { useMemo } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { SystemNoticeCreatePageMutation } from '../../__generated__/SystemNoticeCreatePageMutation.graphql.ts'
import type { SystemNoticeCreatePageQuery } from '../../__generated__/SystemNoticeCreatePageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { useTitle } from '../../app/title.ts'
import { toast } from '../../app/toasts.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { useNavigateAfter } from '../../relay/useNavigateAfter.ts'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type NewNotice, RecipientFields } from './RecipientFields.tsx'
import { SystemNoticeForm, useWordRules } from './SystemNoticeForm.tsx'
import { systemNoticeList } from './systemNoticeList.ts'

const EMPTY: NewNotice = { title: '', content: '', audience: 'ALL', recipient: null }

/** Form of a new notice; it is delivered as soon as it is sent. */
export function SystemNoticeCreatePage({ queryRef }: PageProps<SystemNoticeCreatePageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const { viewer } = usePreloadedQuery<SystemNoticeCreatePageQuery>(
    graphql`
      query SystemNoticeCreatePageQuery {
        viewer {
          canEnterAdmin
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  useTitle(t('systemNotice:create'))
  const form = useForm({ values: EMPTY, rules: useNewRules() })
  const [save, { pending }] = useMutation<SystemNoticeCreatePageMutation>(
    graphql`
      mutation SystemNoticeCreatePageMutation($input: CreateSystemNoticeInput!) {
        createSystemNotice(input: $input) {
          id
          copyCount
        }
      }
    `,
    { form },
  )
  const send = async () => {
    const { title, content, audience, recipient } = form.values
    const to = audience === 'SINGLE' ? recipient?.value : null
    const saved = await save({ input: { title, content, audience, recipient: to } })
    if (!saved) return null
    toast.success(t('systemNotice:sent', { count: saved.createSystemNotice?.copyCount ?? 0 }))
    // After the form is marked as saved.
    setTimeout(() => navigate(systemNoticeList.path))
    return saved
  }
  return (
    <AdminPage title={t('systemNotice:create')}>
      <LeaveGuard form={form} />
      <SystemNoticeForm
        form={form}
        saved={EMPTY}
        draftKey={`system-notice-form ${viewer?.user.username} new`}
        words={form}
        pending={pending}
        save={t('systemNotice:send')}
        onSend={send}
      >
        <RecipientFields form={form} />
      </SystemNoticeForm>
    </AdminPage>
  )
}

/** Validation of a new notice: a single recipient has to be chosen. */
function useNewRules() {
  const { t } = useTranslation()
  const words = useWordRules()
  return useMemo(
    () => (values: NewNotice) => ({
      ...words(values),
      recipient: values.audience === 'SINGLE' && !values.recipient ? { words: t('ui:fault.REQUIRED') } : null,
    }),
    [t, words],
  )
}
