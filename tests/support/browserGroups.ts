import type { BrowserSite } from './browserSite.ts'
import { addMember } from './member.ts'
import { withConnection } from './postgres.ts'

export type MadeGroup = { id: string; number: number }

type Applied = {
  node: { applications: { edges: { node: { id: string; user: { username: string } } }[] } }
}

/** Makes groups of the administrator's, and members of them, on a launched site. */
export function openGroups(stage: BrowserSite) {
  let made = 0
  /** A name that nobody has. */
  const newName = (name: string) => `${name}${++made}`

  /** A group that takes applications. */
  async function makeGroup(): Promise<MadeGroup> {
    const suffix = String(++made).padStart(3, '0')
    const fields = {
      name: `Algorithms class ${suffix}`,
      shortName: `ALGO${suffix}`,
      brief: 'Weekly contests and homework',
      description: 'Bring your **own** problems.',
      access: 'APPLICATION',
      code: 'abc123',
    }
    const { createGroup } = await stage.ask<{ createGroup: MadeGroup }>(
      'mutation ($input: CreateGroupInput!) { createGroup(input: $input) { id number } }',
      { input: { fields } },
    )
    return createGroup
  }

  /** Asks the graph as somebody; throws on a refusal. */
  async function askAs<Data>(token: string, query: string, variables: object): Promise<Data> {
    const response = await fetch(`${stage.site.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await response.json()
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  /** Applies to a group as somebody new; their token. */
  async function apply({ id }: MadeGroup, username: string, reason: string): Promise<string> {
    const token = await addMember(stage, username)
    const input = { id, reason }
    await askAs(token, 'mutation ($input: JoinGroupInput!) { joinGroup(input: $input) { id } }', { input })
    return token
  }

  /** Gives a standing to somebody who applied. */
  async function stand({ id }: MadeGroup, username: string, standing: string): Promise<void> {
    const { node } = await stage.ask<Applied>(
      `query ($id: ID!, $keyword: String) { node(id: $id) { ... on Group {
         applications(filter: { keyword: $keyword }, first: 1) { edges { node { id user { username } } } } } } }`,
      { id, keyword: username },
    )
    await stage.ask(
      'mutation ($input: ChangeGroupMemberInput!) { changeGroupMember(input: $input) { id } }',
      {
        input: { id: node.applications.edges[0]?.node.id, standing },
      },
    )
  }

  /** A new member of a group with a standing; their token. */
  async function join(group: MadeGroup, username: string, standing: string): Promise<string> {
    const token = await apply(group, username, 'I take the course')
    await stand(group, username, standing)
    return token
  }

  /** A new invitation link to a group, revoked or open; its token. */
  async function invite({ id }: MadeGroup, isRevoked = false): Promise<string> {
    const { createGroupInvitation: made } = await stage.ask<{
      createGroupInvitation: { id: string; token: string }
    }>(
      'mutation ($input: CreateGroupInvitationInput!) { createGroupInvitation(input: $input) { id token } }',
      { input: { groupId: id, lifetime: { days: 7 }, maxUses: 30 } },
    )
    if (isRevoked)
      await stage.ask(
        'mutation ($input: RevokeGroupInvitationInput!) { revokeGroupInvitation(input: $input) { id } }',
        { input: { id: made.id } },
      )
    return made.token
  }

  /** Makes a problem of the site the group's own. */
  const giveProblem = (group: MadeGroup, displayId: string) =>
    withConnection(stage.site.databaseUrl, (client) =>
      client.query(`update "Problem" set "groupId" = $1, "visibility" = 'GROUP' where "displayId" = $2`, [
        group.number,
        displayId,
      ]),
    )

  return { newName, makeGroup, apply, stand, join, invite, giveProblem, askAs }
}
