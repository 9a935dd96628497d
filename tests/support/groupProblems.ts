import { addJudgeable } from './judgeable.ts'
import type { Stage } from './roleTable.ts'

let made = 0

/** Problems of `author` in the group: one for each state that the rules distinguish. */
export type Targets = { gid: number; shown: number; hidden: number; asked: number; approved: number }

/** Adds such problems, with names of their own. */
export async function addTargets({ site, group, people }: Stage): Promise<Targets> {
  const make = async (columns: object) => {
    const common = { groupId: group.id, authorId: people.author.id }
    return (await addJudgeable(site, `ALPHA${++made}`, { ...common, visibility: 'GROUP', ...columns })).id
  }
  return {
    gid: group.id,
    shown: await make({}),
    hidden: await make({ visibility: 'HIDDEN' }),
    asked: await make({ application: 'ASKED' }),
    approved: await make({ visibility: 'PUBLIC', application: 'APPROVED', approvedAt: new Date() }),
  }
}
