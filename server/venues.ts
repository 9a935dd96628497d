import { CONTEST } from './modules/contest/contest.ts'
import { GROUP } from './modules/group/group.ts'

/** Kinds of venues by GraphQL type. */
export const venues = { Contest: CONTEST, Group: GROUP } as const
