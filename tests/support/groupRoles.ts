import type { Group } from '#prisma/generated/client.ts'
import { addGroup, setStanding } from './groups.ts'
import { addPerson, type Person } from './people.ts'
import type { Site } from './site.ts'

/** One person for each role that the rules of groups distinguish; `left` was an admin of the group, `refused` never was a member. */
export const NAMES = [
  'stranger',
  'applicant',
  'refused',
  'member',
  'admin',
  'author',
  'root',
  'owner',
  'left',
  'siteAdmin',
  'siteProblemAdmin',
  'siteRoot',
] as const
export type Name = (typeof NAMES)[number]

const STANDINGS = {
  applicant: 'APPLIED',
  refused: 'REFUSED',
  member: 'MEMBER',
  admin: 'ADMIN',
  author: 'ADMIN',
  root: 'ROOT',
} as const

const ROLES = { siteAdmin: 'ADMIN', siteProblemAdmin: 'PROBLEM_ADMIN', siteRoot: 'ROOT' } as const

export type GroupRoles = { group: Group; people: Record<Name, Person> }

/** Adds a group with one person for each of NAMES. */
export async function addGroupRoles(site: Site, shortName = 'alpha'): Promise<GroupRoles> {
  const people = {} as Record<Name, Person>
  for (const name of NAMES) {
    const role = name in ROLES ? ROLES[name as keyof typeof ROLES] : 'USER'
    people[name] = await addPerson(site, `${name}${shortName}`, { role })
  }
  const group = await addGroup(site, people.owner, shortName)
  for (const [name, standing] of Object.entries(STANDINGS))
    await setStanding(site, group, people[name as keyof typeof STANDINGS], standing)
  return { group, people }
}
