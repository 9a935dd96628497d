import { CONTEST } from './modules/contest/contest.ts'
import { GROUP } from './modules/group/group.ts'

/** The kinds of venues by the name that the graph has for their rows. */
export const venues = { Contest: CONTEST, Group: GROUP } as const
