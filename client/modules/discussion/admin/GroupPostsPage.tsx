import { graphql, usePreloadedQuery } from 'react-relay'
import { Navigate, useSearchParams } from 'react-router-dom'
import type { GroupPostsPageQuery } from '../../../__generated__/GroupPostsPageQuery.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { discussionsHref } from '../addresses.ts'
import { useOpenArea } from '../useOpenArea.ts'
import { managedPosts } from './managedPosts.ts'
import { PostSection } from './PostSection.tsx'

/** Administration of the posts of a group, disabled ones too. */
export function GroupPostsPage({ queryRef }: PageProps<GroupPostsPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { site, discussionCategories, discussions, ...data } = usePreloadedQuery<GroupPostsPageQuery>(
    graphql`
      query GroupPostsPageQuery($number: Int!, $filter: DiscussionFilter, $first: Int, $offset: Int) {
        site {
          openPublicDiscussion
          openGroupDiscussion
        }
        group(number: $number) {
          number
          viewerCanManage
        }
        discussionCategories {
          number
          name
        }
        discussions(filter: $filter, first: $first, offset: $offset) {
          ...PostSection_discussions
        }
      }
    `,
    queryRef,
  )
  const isOpen = useOpenArea(site)
  if (!isOpen) return null
  const { number, viewerCanManage } = found(data.group)
  if (!viewerCanManage || !discussions) return <Navigate to={discussionsHref(number)} replace />
  const address = managedPosts(number)
  return (
    <AdminPage title={t('discussion:list.manage')}>
      <PostSection
        address={address}
        list={address.read(search)}
        variables={queryRef.variables}
        group={number}
        discussions={discussions}
        categories={discussionCategories}
      />
    </AdminPage>
  )
}
