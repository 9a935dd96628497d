/** A process that goes on with the operation of its argument and is killed within its third step. */
import { createLog } from '#server/core/log.ts'
import { readSettings } from '#server/env.ts'
import { contextOfHouse } from '#server/jobs.ts'
import { runOperation } from '#server/modules/operation/running.ts'
import { openHouse } from '#server/start.ts'
import { countingWorks } from './countingWork.ts'

const settings = readSettings(process.env)
const house = await openHouse(settings, createLog(settings.logLevel, 'server'))
const works = countingWorks(async (at) => {
  if (at === 3) process.kill(process.pid, 'SIGKILL')
})
await runOperation(contextOfHouse(house), works, Number(process.argv[2]))
