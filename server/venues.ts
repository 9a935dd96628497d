import { CONTEST } from './modules/contest/contest.ts'
import { GROUP } from './modules/group/group.ts'
import { TRAINING } from './modules/training/training.ts'

/** Kinds of venues by GraphQL type. */
export const venues = { Contest: CONTEST, Group: GROUP, Training: TRAINING } as const
