import { graphql } from 'react-relay'
import type { RemoveSystemNoticesMutation } from '../../__generated__/RemoveSystemNoticesMutation.graphql.ts'
import type { RemoveSystemNoticesQuery } from '../../__generated__/RemoveSystemNoticesQuery.graphql.ts'
import { RemoveRows } from '../../app/admin/RemoveRows.tsx'
import { useFreshQuery } from '../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  ids: readonly string[]
  nameOf: (id: string) => string
  onRemoved: () => void
  onClose: () => void
}

/** Confirms permanent deletion of notices, and says how many accounts lose them. */
export function RemoveSystemNotices({ ids, nameOf, onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<RemoveSystemNoticesMutation>(
    graphql`
      mutation RemoveSystemNoticesMutation($input: RemoveSystemNoticesInput!) {
        removeSystemNotices(input: $input) {
          done
          refused {
            rowId
            message
          }
        }
      }
    `,
    { quiet: true },
  )
  const [first = ''] = ids
  return (
    <RemoveRows
      nameOf={nameOf}
      title={
        ids.length === 1
          ? t('systemNotice:removeTitle', { title: nameOf(first) })
          : t('systemNotice:removeMany', { count: ids.length })
      }
      confirm={t('systemNotice:remove')}
      remove={async () => (await remove({ input: { ids } }))?.removeSystemNotices ?? null}
      gone={(count) => t('systemNotice:removed', { count })}
      refused={words}
      onRemoved={onRemoved}
      onClose={onClose}
    >
      <Losers ids={ids} />
    </RemoveRows>
  )
}

/** How many accounts lose the notices. */
function Losers({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { nodes } = useFreshQuery<RemoveSystemNoticesQuery>(
    graphql`
      query RemoveSystemNoticesQuery($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on SystemNotice {
            copyCount
          }
        }
      }
    `,
    { ids },
    'store-and-network',
  )
  const most = Math.max(0, ...nodes.map((notice) => notice?.copyCount ?? 0))
  return <>{t(ids.length === 1 ? 'systemNotice:loses' : 'systemNotice:loseMany', { count: most })}</>
}
