import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ReactNode, useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import type { PostTable_discussions$key } from '../../../__generated__/PostTable_discussions.graphql.ts'
import type { PostTable_row$data, PostTable_row$key } from '../../../__generated__/PostTable_row.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useSelection } from '../../../ui/table/useSelection.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { discussionHref } from '../addresses.ts'
import { Figures } from '../Figures.tsx'
import { PostTitle } from '../PostTitle.tsx'
import type { ManagedPosts, ManagedPostsAddress } from './managedPosts.ts'
import { PostActs } from './PostActs.tsx'
import { PostRowMenu } from './PostRowMenu.tsx'
import { PostSwitch } from './PostSwitch.tsx'
import { RemovePosts } from './RemovePosts.tsx'

const row = graphql`
  fragment PostTable_row on Discussion @inline {
    id
    number
    title
    isPinned
    isDisabled
    likeCount
    viewCount
    commentCount
    createdAt
    groupName
    groupNumber
    category {
      name
    }
    problem {
      displayId
    }
    author {
      ...UserLink_user
    }
  }
`

type Row = PostTable_row$data

type Props = {
  address: ManagedPostsAddress
  list: ManagedPosts
  /** Number of the group when only its posts are listed. */
  group: number | null
  discussions: PostTable_discussions$key
  fresh: ReadonlySet<string>
}

/** One page of posts, with single and bulk actions. */
export function PostTable({ address, list, group, discussions, fresh }: Props) {
  const { t } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment PostTable_discussions on DiscussionConnection {
        totalCount
        edges {
          node {
            ...PostTable_row
          }
        }
      }
    `,
    discussions,
  )
  const rows = edges.map(({ node }) => readInlineData<PostTable_row$key>(row, node))
  const selection = useSelection(rows.map(({ id }) => id))
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [removing, setRemoving] = useState<readonly string[] | null>(null)
  const nameOf = (id: string) => rows.find((one) => one.id === id)?.title ?? names[id] ?? id
  const keepNames = () => setNames(Object.fromEntries(rows.map(({ id, title }) => [id, title])))
  const remove = (ids: readonly string[]) => {
    keepNames()
    setRemoving(ids)
  }
  const place = ({ groupName }: Row) => groupName ?? t('discussion:admin.areas.SITE')
  const menu = (post: Row) => <PostRowMenu post={post} onRemove={() => remove([post.id])} />

  return (
    <>
      <PostActs selection={selection} nameOf={nameOf} onAct={keepNames} onRemove={remove} />
      <ListTable
        label={t('discussion:admin.tab.posts')}
        address={address}
        list={list}
        total={totalCount}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={({ title }) => title}
        isFresh={({ id }) => fresh.has(id)}
        selection={selection}
        columns={[
          {
            key: 'title',
            label: t('discussion:field.title'),
            grow: true,
            cell: (post) => <Title post={post} />,
          },
          {
            key: 'author',
            label: t('discussion:admin.author'),
            width: 150,
            cell: ({ author }) => <UserLink user={author} />,
          },
          {
            key: 'category',
            label: t('discussion:field.categoryId'),
            from: 'lg',
            width: 88,
            cell: ({ category }) => <Cut>{category.name}</Cut>,
          },
          ...(group === null
            ? [
                {
                  key: 'place',
                  label: t('discussion:admin.place'),
                  from: 'xl' as const,
                  width: 110,
                  cell: (post: Row) => <Cut>{place(post)}</Cut>,
                },
              ]
            : []),
          {
            key: 'figures',
            label: t('discussion:figures'),
            from: 'xl',
            width: 190,
            cell: (post) => <Figures {...post} />,
          },
          {
            key: 'shown',
            label: t('discussion:admin.states.SHOWN'),
            width: 64,
            cell: (post) => <PostSwitch post={post} field="shown" />,
          },
          {
            key: 'pinned',
            label: t('discussion:pinned'),
            width: 64,
            cell: (post) => <PostSwitch post={post} field="pinned" />,
          },
          {
            key: 'time',
            label: t('discussion:admin.time'),
            from: 'xl',
            width: 104,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          { key: 'menu', label: t('discussion:admin.more'), hiddenLabel: true, width: 40, cell: menu },
        ]}
        card={(post) => (
          <PostCard post={post} place={group === null ? place(post) : null} menu={menu(post)} />
        )}
        empty={
          <EmptyState
            title={t('discussion:list.empty')}
            text={t(group === null ? 'discussion:admin.emptyHint' : 'discussion:list.emptyHint')}
          />
        }
        nothing={<EmptyState title={t('discussion:list.nothing')} text={t('discussion:list.nothingHint')} />}
      />
      {removing && (
        <RemovePosts
          ids={removing}
          nameOf={nameOf}
          onRemoved={selection.clear}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

type CardProps = {
  post: Row
  /** Name of its group or of the site; null: all posts listed are of one. */
  place: string | null
  menu: ReactNode
}

/** A post as a card, where the window is too narrow for columns. */
const PostCard = ({ post, place, menu }: CardProps) => (
  <>
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Title post={post} />
      </Box>
      {menu}
    </Box>
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 3,
        rowGap: 1,
        typography: 'dense',
        color: 'text.tertiary',
      }}
    >
      <UserLink user={post.author} />
      <span>{post.category.name}</span>
      {place !== null && <span>{place}</span>}
      <RelativeTime at={post.createdAt} />
    </Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, alignItems: 'center' }}>
      <PostSwitch post={post} field="shown" withWords />
      <PostSwitch post={post} field="pinned" withWords />
      <Figures {...post} />
    </Box>
  </>
)

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

const Cut = ({ children }: { children: string }) => (
  <Box title={children} sx={CUT}>
    {children}
  </Box>
)

const Title = ({ post: { number, groupNumber, title, problem, isDisabled } }: { post: Row }) => (
  <Link
    href={discussionHref(groupNumber ?? null, number)}
    color={isDisabled ? 'text.tertiary' : 'text.primary'}
    title={title}
    sx={{ ...CUT, display: 'block', fontWeight: 500 }}
  >
    <PostTitle title={title} problem={problem} isPinned={false} />
  </Link>
)
