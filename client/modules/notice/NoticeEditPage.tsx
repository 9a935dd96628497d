import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import type { NoticeEditPage_notice$key } from '../../__generated__/NoticeEditPage_notice.graphql.ts'
import type { NoticeEditPageMutation } from '../../__generated__/NoticeEditPageMutation.graphql.ts'
import type { NoticeEditPageQuery } from '../../__generated__/NoticeEditPageQuery.graphql.ts'
import type { NoticeEditPageSubscription } from '../../__generated__/NoticeEditPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { Section } from '../../app/Section.tsx'
import { useTitle } from '../../app/title.ts'
import { toast } from '../../app/toasts.ts'
import { found } from '../../relay/found.ts'
import { asRows, byLocale } from '../../relay/localized.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useEditing } from '../../relay/useEditing.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useNavigateAfter } from '../../relay/useNavigateAfter.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { NoticeAudit } from './NoticeAudit.tsx'
import { NoticeForm, useNoticeRules } from './NoticeForm.tsx'
import { noticeList } from './noticeList.ts'

/** Edit page of a notice: texts, visibility and history. */
export function NoticeEditPage({ queryRef }: PageProps<NoticeEditPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const { node, viewer } = usePreloadedQuery<NoticeEditPageQuery>(
    graphql`
      query NoticeEditPageQuery($id: ID!) {
        node(id: $id) {
          ... on SiteNotice @alias(as: "notice") {
            id
            title
            ...NoticeEditPage_notice
          }
        }
        viewer {
          canReadAudit
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
  useLive<NoticeEditPageSubscription>(
    graphql`
      subscription NoticeEditPageSubscription {
        siteNoticesChanged(withHidden: true) {
          change
          rowId
          siteNotice {
            id
            ...NoticeEditPage_notice
          }
        }
      }
    `,
    {},
    {
      onEvent: ({ siteNoticesChanged: { change, rowId } }) => {
        if (change !== 'REMOVED' || rowId !== id) return
        toast.warning(t('notice:gone', { title }))
        navigate(noticeList.path)
      },
    },
  )
  return (
    <AdminPage title={t('notice:edit')} note={title}>
      <Editing
        key={id}
        notice={notice}
        draftKey={`notice-form ${viewer?.user.username} ${id}`}
        audited={viewer?.canReadAudit ?? false}
      />
    </AdminPage>
  )
}

type EditingProps = {
  notice: NoticeEditPage_notice$key
  /** Storage key of the unsaved draft. */
  draftKey: string
  /** Whether the viewer may read the history. */
  audited: boolean
}

function Editing({ notice, draftKey, audited }: EditingProps) {
  const { t } = useTranslation()
  const { id, version, texts, isHidden, author, createdAt, updatedAt } = useFragment(
    graphql`
      fragment NoticeEditPage_notice on SiteNotice {
        id
        version
        title
        isHidden
        createdAt
        updatedAt
        author {
          ...UserLink_user
        }
        texts {
          locale
          title
          content
        }
      }
    `,
    notice,
  )
  const values = {
    texts: byLocale(texts, (row) => ({ title: row?.title ?? '', content: row?.content ?? '' })),
    isVisible: !isHidden,
  }
  const form = useEditing({ values, version, rules: useNoticeRules() })
  const [save, { pending }] = useMutation<NoticeEditPageMutation>(
    graphql`
      mutation NoticeEditPageMutation($input: ChangeSiteNoticeInput!) {
        changeSiteNotice(input: $input) {
          ...NoticeEditPage_notice
        }
      }
    `,
    { form },
  )
  const send = async () => {
    const { texts, isVisible } = form.changes()
    const saved = await save({
      input: {
        id,
        version: form.version,
        ...(texts && { texts: asRows(texts, (text) => text) }),
        ...(isVisible !== undefined && { isHidden: !isVisible }),
      },
    })
    if (saved) toast.success(t('notice:saved'))
    return saved
  }
  return (
    <>
      <LeaveGuard form={form} />
      <NoticeForm form={form} saved={values} draftKey={draftKey} pending={pending} onSend={send}>
        <Box component="dl" sx={{ display: 'grid', gap: 1.5, typography: 'dense' }}>
          <Fact name={t('notice:column.author')}>
            {author ? <UserLink user={author} /> : t('notice:nobody')}
          </Fact>
          <Fact name={t('notice:column.created')}>
            <RelativeTime at={createdAt} />
          </Fact>
          <Fact name={t('notice:column.updated')}>
            <RelativeTime at={updatedAt} />
          </Fact>
        </Box>
      </NoticeForm>
      {audited && <History id={id} version={version} />}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3 }}>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
    <dd>{children}</dd>
  </Box>
)

/** History of the notice, loaded when opened. */
function History({ id, version }: { id: string; version: number }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Box component="section" aria-label={t('notice:audit.title')} sx={{ mt: 4 }}>
      <Button
        variant="text"
        aria-expanded={open}
        startIcon={<Icon name={open ? 'down' : 'right'} />}
        onClick={() => setOpen(!open)}
      >
        {t('notice:audit.title')}
      </Button>
      {open && (
        <Section skeleton={<SkeletonRows rows={3} />}>
          {(attempt) => <NoticeAudit id={id} attempt={`${version} ${attempt}`} />}
        </Section>
      )}
    </Box>
  )
}
