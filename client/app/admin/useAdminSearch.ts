import { useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { Environment } from 'relay-runtime'
import type { Catalogues } from '../../../locales/i18n.ts'
import type { useAdminSearchNumberQuery } from '../../__generated__/useAdminSearchNumberQuery.graphql.ts'
import type {
  useAdminSearchQuery,
  useAdminSearchQuery$data,
} from '../../__generated__/useAdminSearchQuery.graphql.ts'
import type { IconName } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { openEntries } from './adminPages.ts'

/** One search result. */
export type Hit = {
  key: string
  group: keyof Catalogues['search']['group']
  icon: IconName
  name: string
  note?: string | null
  href: string
}

/** Pause in typing (ms) before a search. */
const PAUSE = 150
const MOST = 6

/** A submission number, with or without #. */
const NUMBER = /^#?(\d{1,9})$/

const QUERY = graphql`
  query useAdminSearchQuery(
    $keyword: String!
    $count: Int!
    $problems: Boolean!
    $trainings: Boolean!
    $contests: Boolean!
    $users: Boolean!
    $posts: Boolean!
  ) {
    managedProblems(keyword: $keyword, first: $count) @include(if: $problems) {
      edges {
        node {
          id
          number
          displayId
          title
        }
      }
    }
    managedTrainings(filter: { keyword: $keyword }, first: $count) @include(if: $trainings) {
      edges {
        node {
          id
          number
          title
          viewerCanManage
        }
      }
    }
    managedContests(filter: { keyword: $keyword }, first: $count) @include(if: $contests) {
      edges {
        node {
          id
          number
          title
        }
      }
    }
    discussions(filter: { isEverywhere: true, keyword: $keyword }, first: $count) @include(if: $posts) {
      edges {
        node {
          id
          number
          title
          author {
            username
          }
        }
      }
    }
    accounts(keyword: $keyword, first: $count) @include(if: $users) {
      edges {
        node {
          id
          realname
          user {
            username
          }
        }
      }
    }
  }
`

/** Searches pages by name and records by text; each query of the graph authorizes its own results. */
export function useAdminSearch(text: string, open: readonly string[]) {
  const { t, i18n } = useTranslation()
  const environment = useRelayEnvironment()
  const [found, setFound] = useState<{ text: string; hits: readonly Hit[] } | null>(null)
  const [failed, setFailed] = useState(false)
  const keyword = text.trim()
  const rights = {
    problems: open.includes('PROBLEMS'),
    trainings: open.includes('TRAININGS'),
    contests: open.includes('CONTESTS'),
    users: open.includes('USERS'),
    posts: open.includes('DISCUSSIONS'),
  }
  const { problems, trainings, contests, users, posts } = rights

  useEffect(() => {
    setFailed(false)
    if (!keyword) return setFound(null)
    const number = Number(NUMBER.exec(keyword)?.[1] ?? 0)
    let asked: { unsubscribe: () => void } | null = null
    let isOver = false
    const timer = setTimeout(() => {
      asked = fetchQuery<useAdminSearchQuery>(environment, QUERY, {
        keyword,
        count: MOST,
        problems,
        trainings,
        contests,
        users,
        posts,
      }).subscribe({
        next: async (data) => {
          const submission = number > 0 ? await findSubmission(environment, number) : null
          if (!isOver)
            setFound({ text: keyword, hits: [...(submission ? [submission] : []), ...hitsOf(data)] })
        },
        error: () => setFailed(true),
      })
    }, PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
      asked?.unsubscribe()
    }
  }, [environment, keyword, problems, trainings, contests, users, posts])

  const wanted = keyword.toLocaleLowerCase(i18n.language)
  const pages = openEntries(open)
    .map(
      ({ page, icon, href }): Hit => ({
        key: page,
        group: 'pages',
        icon,
        name: t(`admin:page.${page}`),
        href,
      }),
    )
    .filter(
      ({ name, href }) =>
        !wanted || name.toLocaleLowerCase(i18n.language).includes(wanted) || href.includes(wanted),
    )
  // Results of the previous text stay until the new ones arrive.
  const hits = found && keyword ? [...pages, ...found.hits] : pages
  return { hits, pending: keyword !== '' && found?.text !== keyword && !failed, failed }
}

/** Finds a submission by number; null when it does not exist or the viewer may not see it. */
async function findSubmission(environment: Environment, number: number): Promise<Hit | null> {
  try {
    const answer = await fetchQuery<useAdminSearchNumberQuery>(
      environment,
      graphql`
        query useAdminSearchNumberQuery($number: Int!) {
          submission(number: $number) {
            number
            problem {
              displayId
            }
            user {
              username
            }
          }
        }
      `,
      { number },
    ).toPromise()
    if (!answer) return null
    const { problem, user } = answer.submission
    return {
      key: `submission ${number}`,
      group: 'submissions',
      icon: 'code',
      name: `#${number}`,
      note: [problem?.displayId, user.username].filter(Boolean).join(' · '),
      href: `/submission-detail/${number}`,
    }
  } catch {
    return null
  }
}

/** Query results as entries of the list. */
function hitsOf({
  managedProblems,
  managedTrainings,
  managedContests,
  discussions,
  accounts,
}: useAdminSearchQuery$data): Hit[] {
  return [
    ...(managedProblems?.edges ?? []).map(
      ({ node: { id, number, displayId, title } }) =>
        ({
          key: id,
          group: 'problems',
          icon: 'list',
          name: title,
          note: displayId,
          href: `/admin/problem/edit/${number}`,
        }) as const,
    ),
    ...(managedTrainings?.edges ?? [])
      .filter(({ node }) => node.viewerCanManage)
      .map(
        ({ node: { id, number, title } }) =>
          ({
            key: id,
            group: 'trainings',
            icon: 'book',
            name: title,
            note: String(number),
            href: `/admin/training/${number}/edit`,
          }) as const,
      ),
    ...(managedContests?.edges ?? []).map(
      ({ node: { id, number, title } }) =>
        ({
          key: id,
          group: 'contests',
          icon: 'trophy',
          name: title,
          note: String(number),
          href: `/admin/contest/${number}/edit`,
        }) as const,
    ),
    ...(discussions?.edges ?? []).map(
      ({ node: { id, number, title, author } }) =>
        ({
          key: id,
          group: 'posts',
          icon: 'chat',
          name: title,
          note: author.username,
          href: `/discussion-detail/${number}`,
        }) as const,
    ),
    ...(accounts?.edges ?? []).map(
      ({ node: { id, realname, user } }) =>
        ({
          key: id,
          group: 'users',
          icon: 'users',
          name: user.username,
          note: realname,
          href: `/admin/user?keyword=${encodeURIComponent(user.username)}`,
        }) as const,
    ),
  ]
}
