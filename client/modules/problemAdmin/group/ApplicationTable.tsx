import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type {
  ApplicationTable_problems$data,
  ApplicationTable_problems$key,
} from '../../../__generated__/ApplicationTable_problems.graphql.ts'
import type { ApplicationTableMutation } from '../../../__generated__/ApplicationTableMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { useMutation } from '../../../relay/useMutation.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { testsHref } from '../../problem/adminAddresses.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { type ApplicationList, applicationList } from './applicationList.ts'
import { TONES } from './applications.ts'

type Row = ApplicationTable_problems$data['edges'][number]['node']

type Props = { list: ApplicationList; problems: ApplicationTable_problems$key }

/** One page of applications with their answers. */
export function ApplicationTable({ list, problems }: Props) {
  const { t } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment ApplicationTable_problems on ProblemApplicationConnection {
        totalCount
        edges {
          node {
            id
            displayId
            title
            visibility
            application
            viewerCanReturn
            applicantGroup
            author {
              ...UserLink_user
            }
          }
        }
      }
    `,
    problems,
  )
  return (
    <ListTable
      label={t('admin:page.PROBLEM_APPLICATIONS')}
      address={applicationList}
      list={list}
      total={totalCount}
      rows={edges.map(({ node }) => node)}
      rowKey={({ id }) => id}
      columns={[
        { key: 'id', label: t('problemAdmin:column.id'), mono: true, cell: ({ displayId }) => displayId },
        {
          key: 'title',
          label: t('problemAdmin:column.title'),
          grow: true,
          cell: (row) => <Title row={row} />,
        },
        {
          key: 'group',
          label: t('problemAdmin:column.group'),
          cell: ({ applicantGroup }) => applicantGroup,
        },
        {
          key: 'author',
          label: t('problemAdmin:column.author'),
          from: 'lg',
          cell: ({ author }) => author && <UserLink user={author} />,
        },
        { key: 'state', label: t('problemAdmin:application.title'), cell: (row) => <State row={row} /> },
        {
          key: 'answer',
          label: t('problemAdmin:application.answer'),
          hiddenLabel: true,
          cell: (row) => <Answers row={row} />,
        },
      ]}
      card={(row) => (
        <>
          <Title row={row} />
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, typography: 'caption', color: 'text.tertiary' }}
          >
            {[row.displayId, row.applicantGroup].filter(Boolean).join(' · ')}
            {row.author && <UserLink user={row.author} />}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            <State row={row} />
            <Answers row={row} />
          </Box>
        </>
      )}
      empty={
        <EmptyState
          title={t('problemAdmin:application.empty')}
          text={t('problemAdmin:application.emptyText')}
        />
      }
      nothing={
        <EmptyState title={t('problemAdmin:nothing')}>
          <Button href={applicationList.path}>{t('problemAdmin:application.all')}</Button>
        </EmptyState>
      }
    />
  )
}

const Title = ({ row: { displayId, title } }: { row: Row }) => (
  <Link
    href={testsHref(null, displayId)}
    color="text.primary"
    title={title}
    sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
  >
    {title}
  </Link>
)

function State({ row: { application } }: { row: Row }) {
  const { t } = useTranslation()
  if (!application) return null
  return (
    <Box component="span" sx={{ typography: 'dense', whiteSpace: 'nowrap', color: TONES[application] }}>
      {t(`problemAdmin:application.${application}`)}
    </Box>
  )
}

/** Approves or refuses a waiting application, or gives an approved problem back to its group. */
function Answers({ row: { id, displayId, visibility, application, viewerCanReturn } }: { row: Row }) {
  const { t } = useTranslation()
  const [answer, { pending }] = useMutation<ApplicationTableMutation>(graphql`
    mutation ApplicationTableMutation($input: AnswerApplicationInput!) {
      answerApplication(input: $input) {
        id
        visibility
        application
        viewerCanReturn
      }
    }
  `)
  const give = async (wanted: 'APPROVED' | 'REFUSED') => {
    if (await answer({ input: { id, answer: wanted } }))
      toast.success(t(`problemAdmin:application.done.${wanted}`, { id: displayId }))
  }
  const isShown = visibility === 'GROUP' || visibility === 'PUBLIC'
  return (
    <Box sx={{ display: 'flex', gap: 1, whiteSpace: 'nowrap' }}>
      {application !== 'APPROVED' && isShown && (
        <Button
          size="small"
          startIcon={<Icon name="check" />}
          disabled={pending}
          aria-label={t('problemAdmin:application.approveNamed', { id: displayId })}
          onClick={() => void give('APPROVED')}
        >
          {t('problemAdmin:application.approve')}
        </Button>
      )}
      {(application === 'APPROVED' ? viewerCanReturn : application !== 'REFUSED') && (
        <Button
          size="small"
          startIcon={<Icon name="cross" />}
          disabled={pending}
          aria-label={t('problemAdmin:application.refuseNamed', { id: displayId })}
          onClick={() => void give('REFUSED')}
        >
          {t(
            application === 'APPROVED'
              ? 'problemAdmin:application.takeBack'
              : 'problemAdmin:application.refuse',
          )}
        </Button>
      )}
    </Box>
  )
}
