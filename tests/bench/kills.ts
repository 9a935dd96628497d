/**
 * Whether anything gets lost when parts of a site are killed with SIGKILL in random order while submissions and test
 * runs come in, are judged, and are rejudged: two judge hosts, an API server, PostgreSQL with its usual durability.
 * Now and then server and database fall within 50 ms, or connections to the database are broken. Prints how long it took from
 * a kill to the next verdict of a judgement begun after it, and how many kills were survived.
 */
import { openCrashingSite } from '../support/crashingSite.ts'
import { killAndCount } from '../support/kills.ts'
import { median, quantile } from './support/figures.ts'

const rounds = Number(process.argv[2] ?? 120)
const seed = Number(process.argv[3] ?? 20_26)

async function main() {
  const site = await openCrashingSite()
  try {
    const survival = await killAndCount(site, { seed, rounds })
    const { kills, accepted, stored, lost, doubled, recoveries, doubleKills, cuts } = survival
    const { judge, server, database } = kills
    console.log(`killed: judge host ${judge}, server ${server}, database ${database} times (seed ${seed})`)
    console.log(`server and database together: ${doubleKills} times; connections broken: ${cuts}`)
    console.log(`test runs: ${survival.trials} done; rejudgings of everything: ${survival.rejudgings} done`)
    console.log(`submissions: ${accepted} accepted, ${stored} stored, ${site.complaints.length} complaints`)
    for (const line of site.complaints.slice(0, 5)) console.log(line)
    const [middle, late] = [median(recoveries), quantile(recoveries, 0.9)]
    console.log(`from kill to judged again: median ${middle.toFixed(0)} ms, p90 ${late.toFixed(0)} ms`)
    console.log(`kills: ${judge + server + database} lost: ${lost.length} doubled: ${doubled}`)
    if (lost.length > 0) console.log(`lost submissions: ${lost.join(', ')}`)
    if (lost.length + doubled > 0) process.exitCode = 1
  } finally {
    await site.close()
  }
}

await main()
