import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useId } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { GroupApplications_applications$key } from '../../../__generated__/GroupApplications_applications.graphql.ts'
import type {
  GroupApplications_row$data,
  GroupApplications_row$key,
} from '../../../__generated__/GroupApplications_row.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { APPLICATIONS, hasMore, type MemberList, memberList } from './memberList.ts'
import { useChangeMember } from './useChangeMember.ts'

const row = graphql`
  fragment GroupApplications_row on GroupMember @inline {
    id
    standing
    reason
    createdAt
    viewerMaySet
    user {
      username
      ...UserLink_user
    }
  }
`

type Row = GroupApplications_row$data

type Props = {
  number: number
  list: MemberList
  /** Number of waiting applications, whichever are shown. */
  waiting: number
  applications: GroupApplications_applications$key
  fresh: ReadonlySet<string>
}

/** Waiting or refused applications of a group, newest first, with their answers. */
export function GroupApplications({ number, list, waiting, applications, fresh }: Props) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment GroupApplications_applications on GroupApplicationConnection {
        totalCount
        edges {
          node {
            ...GroupApplications_row
          }
        }
      }
    `,
    applications,
  )
  const answer = list.answer ?? 'APPLIED'
  // An answered row leaves at once, before the list is reloaded.
  const rows = edges
    .map(({ node }) => readInlineData<GroupApplications_row$key>(row, node))
    .filter(({ standing }) => standing === answer)
  const go = (change: Partial<MemberList>) =>
    void navigate(memberList(number).href(list, { page: list.page, ...change }), { preventScrollReset: true })
  return (
    <Paper component="section" aria-labelledby={id} variant="outlined">
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 3,
          rowGap: 2,
          px: { xs: 3, md: 4 },
          py: 2.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box component="h2" id={id} sx={{ typography: 'h3' }}>
          {t('groupAdmin:applications.title')}
        </Box>
        <Segments
          label={t('groupAdmin:applications.answer')}
          value={answer}
          segments={[
            {
              value: 'APPLIED',
              label: (
                <>
                  {t('groupAdmin:applications.waiting')}
                  {waiting > 0 && (
                    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                      {formatNumber(waiting, i18n.language)}
                    </Box>
                  )}
                </>
              ),
            },
            { value: 'REFUSED', label: t('groupAdmin:applications.refused') },
          ]}
          onChange={(value) => go({ answer: value === 'REFUSED' ? value : null, shown: APPLICATIONS })}
        />
        <Box sx={{ ml: { md: 'auto' }, typography: 'caption', color: 'text.tertiary' }}>
          {t('groupAdmin:applications.note')}
        </Box>
      </Box>
      {rows.length === 0 ? (
        <Box sx={{ px: { xs: 3, md: 4 }, py: 3, typography: 'dense', color: 'text.secondary' }}>
          {t(list.answer ? 'groupAdmin:applications.noneRefused' : 'groupAdmin:applications.none')}
        </Box>
      ) : (
        <Box component="ul" aria-labelledby={id}>
          {rows.map((application) => (
            <Application key={application.id} row={application} isFresh={fresh.has(application.id)} />
          ))}
        </Box>
      )}
      {hasMore(list, totalCount) && (
        <Box sx={{ px: { xs: 3, md: 4 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
          <Button size="small" onClick={() => go({ shown: list.shown + APPLICATIONS })}>
            {t('groupAdmin:applications.more', { count: totalCount - list.shown })}
          </Button>
        </Box>
      )}
    </Paper>
  )
}

/** One application: who, when and why, with the buttons that answer it. */
function Application({ row, isFresh }: { row: Row; isFresh: boolean }) {
  const { t } = useTranslation()
  const { id, standing, reason, createdAt, viewerMaySet, user } = row
  const { set, pending } = useChangeMember(id)
  const name = user.username
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        rowGap: 2,
        px: { xs: 3, md: 4 },
        py: 2.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
        ...(isFresh && {
          animation: 'application-fresh 1.6s',
          '@keyframes application-fresh': { from: { background: 'var(--mui-palette-accent-subtle)' } },
        }),
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 2, minWidth: 0, typography: 'body2' }}>
          <UserLink user={user} size={24} />
          <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary', whiteSpace: 'nowrap' }}>
            <RelativeTime at={createdAt} />
          </Box>
        </Box>
        <Box
          sx={{
            // Below the name, beside the avatar.
            pl: 8,
            typography: 'dense',
            color: reason ? 'text.secondary' : 'text.tertiary',
            overflowWrap: 'anywhere',
          }}
        >
          <bdi>{reason ?? t('groupAdmin:applications.noReason')}</bdi>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
        {standing === 'APPLIED' && viewerMaySet.includes('REFUSED') && (
          <Button
            startIcon={<Icon name="cross" />}
            disabled={pending}
            aria-label={t('groupAdmin:applications.refuseOf', { name })}
            onClick={() => void set('REFUSED', t('groupAdmin:applications.declined', { name }))}
          >
            {t('groupAdmin:applications.refuse')}
          </Button>
        )}
        {viewerMaySet.includes('MEMBER') && (
          <Button
            startIcon={<Icon name="check" />}
            disabled={pending}
            aria-label={t('groupAdmin:applications.acceptOf', { name })}
            onClick={() => void set('MEMBER', t('groupAdmin:applications.accepted', { name }))}
          >
            {t('groupAdmin:applications.accept')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
