import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import type { PrintQueuePageMutation } from '../../../__generated__/PrintQueuePageMutation.graphql.ts'
import type {
  PrintQueuePageQuery,
  PrintQueuePageQuery$data,
} from '../../../__generated__/PrintQueuePageQuery.graphql.ts'
import type { PrintQueuePageSubscription } from '../../../__generated__/PrintQueuePageSubscription.graphql.ts'
import { download } from '../../../relay/files/download.ts'
import { found } from '../../../relay/found.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import type { PageProps } from '../../../relay/page.tsx'
import { useLive } from '../../../relay/useLive.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { HelpedPerson } from './participants/HelpedPerson.tsx'
import { printList } from './runList.ts'

type Contest = NonNullable<PrintQueuePageQuery$data['contest']>
type Print = NonNullable<Contest['printQueue']>['edges'][number]['node']

/** Longest delay (ms) before reloading after another helper's action. */
const WITHIN = 500

/** Print requests of a contest: each text to download, and whether it is printed. */
export function PrintQueuePage({ queryRef }: PageProps<PrintQueuePageQuery>) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const readAgain = useReadAgain(WITHIN)
  const data = usePreloadedQuery<PrintQueuePageQuery>(
    graphql`
      query PrintQueuePageQuery($number: Int!, $first: Int, $offset: Int) {
        contest(number: $number) {
          id
          number
          printQueue(first: $first, offset: $offset) {
            totalCount
            openCount
            edges {
              node {
                number
                username
                name
                realname
                school
                seat
                length
                createdAt
                printedAt
              }
            }
          }
        }
      }
    `,
    queryRef,
  )
  const contest = found(data.contest)
  const { totalCount, openCount, edges } = found(contest.printQueue)
  useLive<PrintQueuePageSubscription>(
    graphql`
      subscription PrintQueuePageSubscription($id: ID!) {
        contestPrintsChanged(contestId: $id)
      }
    `,
    { id: contest.id },
    { onEvent: readAgain },
  )
  const [check, { pending }] = useMutation<PrintQueuePageMutation>(graphql`
    mutation PrintQueuePageMutation($input: CheckContestPrintInput!) {
      checkContestPrint(input: $input) {
        number
      }
    }
  `)
  const address = printList(String(contest.number))
  const state = ({ printedAt }: Print) =>
    printedAt ? (
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'verdict.AC.fg' }}
      >
        <Icon name="check" size={14} />
        {t('contestDay:prints.printed')}
      </Box>
    ) : (
      t('contestDay:prints.open')
    )
  const acts = ({ number, username, printedAt }: Print) => (
    <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
      <Button
        size="small"
        startIcon={<Icon name="download" />}
        aria-label={t('contestDay:prints.downloadOf', { name: username })}
        onClick={() => void download(`/api/file/download-contest-print-text?id=${number}`)}
      >
        {t('contestDay:prints.download')}
      </Button>
      <Button
        size="small"
        disabled={pending}
        onClick={async () => {
          if (await check({ input: { number, isPrinted: !printedAt } })) void revalidate()
        }}
      >
        {t(printedAt ? 'contestDay:runs.undo' : 'contestDay:prints.check')}
      </Button>
    </Box>
  )
  return (
    <>
      <Box role="status" sx={{ mb: 3, typography: 'dense', color: 'text.secondary' }}>
        {t('contestDay:prints.count', { count: openCount })}
      </Box>
      <ListTable
        label={t('contestDay:prints.title')}
        address={address}
        list={address.read(search)}
        total={totalCount}
        rows={edges.map(({ node }) => node)}
        rowKey={(print) => print.number}
        columns={[
          { key: 'seat', label: t('contestDay:seats.seat'), cell: ({ seat }) => <b>{seat}</b> },
          {
            key: 'user',
            label: t('organising:people.name'),
            grow: true,
            cell: (print) => <HelpedPerson {...print} />,
          },
          {
            key: 'length',
            label: t('contestDay:prints.length'),
            numeric: true,
            from: 'lg',
            cell: (print) => print.length,
          },
          {
            key: 'time',
            label: t('contestDay:prints.asked'),
            numeric: true,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          { key: 'state', label: t('contestDay:runs.state'), cell: state },
          { key: 'acts', label: t('organising:column.more'), hiddenLabel: true, cell: acts },
        ]}
        card={(print) => (
          <>
            <Box sx={{ display: 'flex', gap: 2 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <HelpedPerson {...print} />
              </Box>
              {print.seat && <b>{print.seat}</b>}
              <RelativeTime at={print.createdAt} />
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
              {state(print)}
              <Box sx={{ ml: 'auto' }}>{acts(print)}</Box>
            </Box>
          </>
        )}
        empty={<EmptyState title={t('contestDay:prints.empty')} text={t('contestDay:prints.emptyText')} />}
      />
    </>
  )
}
