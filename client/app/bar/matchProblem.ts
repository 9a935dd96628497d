import { fetchQuery, graphql } from 'react-relay'
import type { Environment } from 'relay-runtime'
import type { matchProblemNamedQuery } from '../../__generated__/matchProblemNamedQuery.graphql.ts'
import type { matchProblemQuery } from '../../__generated__/matchProblemQuery.graphql.ts'
import { RefusedError } from '../../relay/refusal.ts'

/**
 * Finds the one problem with this display id, number or title. Returns its display id, or null when none or
 * several match.
 */
export async function matchProblem(environment: Environment, text: string): Promise<string | null> {
  return (await problemNamed(environment, text)) ?? (await problemTitled(environment, text))
}

async function problemNamed(environment: Environment, text: string) {
  if (/\s/.test(text)) return null
  try {
    const found = await fetchQuery<matchProblemNamedQuery>(
      environment,
      graphql`
        query matchProblemNamedQuery($displayId: String!) {
          problem(displayId: $displayId) {
            displayId
          }
        }
      `,
      { displayId: text },
    ).toPromise()
    return found?.problem.displayId ?? null
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

async function problemTitled(environment: Environment, text: string) {
  const found = await fetchQuery<matchProblemQuery>(
    environment,
    graphql`
      query matchProblemQuery($keyword: String!) {
        problems(keyword: $keyword, first: 20) {
          edges {
            node {
              displayId
              title
            }
          }
        }
      }
    `,
    { keyword: text },
  ).toPromise()
  const hits = found?.problems.edges.map(({ node }) => node) ?? []
  const titled = hits.filter(({ title }) => title.toLowerCase() === text.toLowerCase())
  const [only, ...others] = titled.length > 0 ? titled : hits
  return only && others.length === 0 ? only.displayId : null
}
