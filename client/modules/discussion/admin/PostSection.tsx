import { graphql, useFragment } from 'react-relay'
import type { PostSection_discussions$key } from '../../../__generated__/PostSection_discussions.graphql.ts'
import type { PostSectionSubscription } from '../../../__generated__/PostSectionSubscription.graphql.ts'
import { useFilter } from '../../../relay/list/useFilter.ts'
import { isReading, useLiveList } from '../../../relay/list/useLiveList.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { AREAS, type ManagedPosts, type ManagedPostsAddress, STATES } from './managedPosts.ts'
import { PostTable } from './PostTable.tsx'

type Props = {
  address: ManagedPostsAddress
  list: ManagedPosts
  variables: Pick<PostSectionSubscription['variables'], 'filter'> & {
    first?: number | null
    offset?: number | null
  }
  /** Number of the group when only its posts are listed. */
  group?: number | null
  discussions: PostSection_discussions$key
  categories: readonly { readonly number: number; readonly name: string }[]
}

/** Posts of all places or of a group, disabled ones too, with their filters; live. */
export function PostSection({ address, list, variables, group = null, categories, ...props }: Props) {
  const { t } = useTranslation()
  const readAgain = useReadAgain()
  const discussions = useFragment(
    graphql`
      fragment PostSection_discussions on DiscussionConnection {
        edges {
          node {
            id
          }
        }
        ...PostTable_discussions
      }
    `,
    props.discussions,
  )
  const { filter, first, offset } = variables
  const { keyword, ...streamed } = filter ?? {}
  const { waiting, show, fresh } = useLiveList<PostSectionSubscription>(
    graphql`
      subscription PostSectionSubscription($filter: DiscussionFilter) {
        discussionsChanged(filter: $filter) {
          change
          rowId
          discussion {
            id
            ...PostTable_row
          }
        }
      }
    `,
    { filter: streamed },
    {
      list: JSON.stringify(variables),
      // New posts may lack the keyword, which the stream does not know.
      told: ({ discussionsChanged: { change, rowId } }) => ({
        change: keyword && change === 'CREATED' ? '' : change,
        id: rowId,
      }),
      find: (root) => root.getLinkedRecord('discussions', { filter, first, offset }),
      edgeType: 'DiscussionEdge',
      most: first,
      isBefore: (_, other) => other.getValue('isPinned') !== true,
      comesIn: () => list.page === 1 && !address.isFiltered(list) && !isReading(),
      // A changed post may come into a filtered list.
      onEvent: ({ change, id }) => {
        const isShown = discussions.edges.some(({ node }) => node.id === id)
        if (change === 'CHANGED' && list.state && !isShown) readAgain()
      },
    },
  )
  const go = useFilter(address, list)
  const any = { value: '', label: t('discussion:list.all') }
  return (
    <>
      <FilterBar>
        <SearchField
          label={t('discussion:list.search')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => go({ keyword })}
        />
        <Picker
          label={t('discussion:field.categoryId')}
          value={String(list.category ?? '')}
          options={[any, ...categories.map(({ number, name }) => ({ value: String(number), label: name }))]}
          onChange={(value) => go({ category: value === '' ? null : Number(value) })}
        />
        <Picker
          label={t('discussion:admin.state')}
          value={list.state ?? ''}
          options={[any, ...STATES.map((value) => ({ value, label: t(`discussion:admin.states.${value}`) }))]}
          onChange={(value) => go({ state: STATES.find((one) => one === value) ?? null })}
        />
        {group === null && (
          <Picker
            label={t('discussion:admin.place')}
            value={list.area ?? ''}
            options={[any, ...AREAS.map((value) => ({ value, label: t(`discussion:admin.areas.${value}`) }))]}
            onChange={(value) => go({ area: AREAS.find((one) => one === value) ?? null })}
          />
        )}
      </FilterBar>
      <NewRowsPill count={waiting} onShow={show} />
      <PostTable address={address} list={list} group={group} discussions={discussions} fresh={fresh} />
    </>
  )
}
