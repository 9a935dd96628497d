import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import type { SystemNoticeEditPage_notice$key } from '../../__generated__/SystemNoticeEditPage_notice.graphql.ts'
import type { SystemNoticeEditPageMutation } from '../../__generated__/SystemNoticeEditPageMutation.graphql.ts'
import type { SystemNoticeEditPageQuery } from '../../__generated__/SystemNoticeEditPageQuery.graphql.ts'
import type { SystemNoticeEditPageSubscription } from '../../__generated__/SystemNoticeEditPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { useTitle } from '../../app/title.ts'
import { toast } from '../../app/toasts.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useEditing } from '../../relay/useEditing.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useNavigateAfter } from '../../relay/useNavigateAfter.ts'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { SystemNoticeForm, useWordRules } from './SystemNoticeForm.tsx'
import { systemNoticeList } from './systemNoticeList.ts'

/** Edit page of a notice; its recipients can no longer be changed. */
export function SystemNoticeEditPage({ queryRef }: PageProps<SystemNoticeEditPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const { node, viewer } = usePreloadedQuery<SystemNoticeEditPageQuery>(
    graphql`
      query SystemNoticeEditPageQuery($id: ID!) {
        node(id: $id) {
          ... on SystemNotice @alias(as: "notice") {
            id
            title
            ...SystemNoticeEditPage_notice
          }
        }
        viewer {
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  const notice = found(node?.notice)
  const { id, title } = notice
  useTitle(title)
  useLive<SystemNoticeEditPageSubscription>(
    graphql`
      subscription SystemNoticeEditPageSubscription {
        systemNoticesChanged {
          change
          rowId
          systemNotice {
            id
            title
            ...SystemNoticeEditPage_notice
          }
        }
      }
    `,
    {},
    {
      onEvent: ({ systemNoticesChanged: { change, rowId } }) => {
        if (change !== 'REMOVED' || rowId !== id) return
        toast.warning(t('systemNotice:gone', { title }))
        navigate(systemNoticeList.path)
      },
    },
  )
  return (
    <AdminPage title={t('systemNotice:edit')} note={title}>
      <Editing key={id} notice={notice} draftKey={`system-notice-form ${viewer?.user.username} ${id}`} />
    </AdminPage>
  )
}

type EditingProps = {
  notice: SystemNoticeEditPage_notice$key
  /** Storage key of the unsaved draft. */
  draftKey: string
}

function Editing({ notice, draftKey }: EditingProps) {
  const { t } = useTranslation()
  const { id, version, title, content, audience, recipient, copyCount, author, createdAt, updatedAt } =
    useFragment(
      graphql`
        fragment SystemNoticeEditPage_notice on SystemNotice {
          id
          version
          title
          content
          audience
          copyCount
          createdAt
          updatedAt
          author {
            username
          }
          recipient {
            username
          }
        }
      `,
      notice,
    )
  const values = { title, content }
  const form = useEditing({ values, version, rules: useWordRules() })
  const [save, { pending }] = useMutation<SystemNoticeEditPageMutation>(
    graphql`
      mutation SystemNoticeEditPageMutation($input: ChangeSystemNoticeInput!) {
        changeSystemNotice(input: $input) {
          ...SystemNoticeEditPage_notice
        }
      }
    `,
    { form },
  )
  const send = async () => {
    const saved = await save({ input: { id, version: form.version, ...form.changes() } })
    if (saved) toast.success(t('systemNotice:saved'))
    return saved
  }
  const nobody = t('systemNotice:nobody')
  return (
    <>
      <LeaveGuard form={form} />
      <SystemNoticeForm
        form={form}
        saved={values}
        draftKey={draftKey}
        words={form}
        pending={pending}
        onSend={send}
      >
        <Box component="dl" sx={{ display: 'grid', gap: 1.5, typography: 'dense' }}>
          <Fact name={t('systemNotice:form.audience')}>
            {audience === 'SINGLE' ? (recipient?.username ?? nobody) : t(`systemNotice:audience.${audience}`)}
          </Fact>
          <Fact name={t('systemNotice:column.copies')}>{copyCount}</Fact>
          <Fact name={t('systemNotice:column.author')}>{author?.username ?? nobody}</Fact>
          <Fact name={t('systemNotice:column.created')}>
            <RelativeTime at={createdAt} />
          </Fact>
          <Fact name={t('systemNotice:column.updated')}>
            <RelativeTime at={updatedAt} />
          </Fact>
        </Box>
        <Box component="p" sx={{ typography: 'dense', color: 'text.secondary' }}>
          {t('systemNotice:form.mends')}
        </Box>
      </SystemNoticeForm>
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3 }}>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
    <Box component="dd" sx={{ minWidth: 0, overflowWrap: 'anywhere', textAlign: 'right' }}>
      {children}
    </Box>
  </Box>
)
