/**
 * A process that goes on with the operation of its argument and is killed within the third step that it takes: a real one
 * with `real` behind it, else one that counts.
 */

import { contextOfHouse } from '#server/context.ts'
import { createLog } from '#server/core/log.ts'
import { readSettings } from '#server/env.ts'
import type { Work, Works } from '#server/modules/operation/operation.ts'
import { runOperation } from '#server/modules/operation/running.ts'
import { openHouse } from '#server/start.ts'
import { works } from '#server/works.ts'
import { countingWorks } from './countingWork.ts'

const settings = readSettings(process.env)
const house = await openHouse(settings, createLog(settings.logLevel, 'server'))
const [id, which] = process.argv.slice(2)

let steps = 0
const dying = (work: Work): Work => ({
  ...work,
  step: async (ctx, task) => {
    const write = await work.step(ctx, task)
    return async (ctx) => {
      const lines = await write(ctx)
      if (++steps === 3) process.kill(process.pid, 'SIGKILL')
      return lines
    }
  },
})
const alive = which === 'real' ? works : countingWorks()
const all = Object.entries(alive).map(([kind, work]) => [kind, dying(work as Work)])
await runOperation(contextOfHouse(house), Object.fromEntries(all) as Works, Number(id))
