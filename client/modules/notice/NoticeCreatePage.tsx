import { graphql, usePreloadedQuery } from 'react-relay'
import type { NoticeCreatePageMutation } from '../../__generated__/NoticeCreatePageMutation.graphql.ts'
import type { NoticeCreatePageQuery } from '../../__generated__/NoticeCreatePageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { useTitle } from '../../app/title.ts'
import { toast } from '../../app/toasts.ts'
import { asRows, byLocale } from '../../relay/localized.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { useNavigateAfter } from '../../relay/useNavigateAfter.ts'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { NoticeForm, type NoticeValues, useNoticeRules } from './NoticeForm.tsx'
import { noticeList } from './noticeList.ts'

const EMPTY: NoticeValues = {
  texts: byLocale([], () => ({ title: '', content: '' })),
  isVisible: true,
}

export function NoticeCreatePage({ queryRef }: PageProps<NoticeCreatePageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const { viewer } = usePreloadedQuery<NoticeCreatePageQuery>(
    graphql`
      query NoticeCreatePageQuery {
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
  useTitle(t('notice:create'))
  const form = useForm({ values: EMPTY, rules: useNoticeRules() })
  const [save, { pending }] = useMutation<NoticeCreatePageMutation>(
    graphql`
      mutation NoticeCreatePageMutation($input: CreateSiteNoticeInput!) {
        createSiteNotice(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const send = async () => {
    const { texts, isVisible } = form.values
    const saved = await save({ input: { texts: asRows(texts, (text) => text), isHidden: !isVisible } })
    if (!saved) return null
    toast.success(t('notice:created'))
    // After the form is marked as saved.
    setTimeout(() => navigate(noticeList.path))
    return saved
  }
  return (
    <AdminPage title={t('notice:create')}>
      <LeaveGuard form={form} />
      <NoticeForm
        form={form}
        saved={EMPTY}
        draftKey={`notice-form ${viewer?.user.username} new`}
        pending={pending}
        save={t('notice:publish')}
        onSend={send}
      />
    </AdminPage>
  )
}
