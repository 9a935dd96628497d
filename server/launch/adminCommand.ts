import { parseArgs } from 'node:util'
import { createRootUser } from '../modules/user/user.ts'
import { openHouseOfSite } from './houseOfSite.ts'
import { readablePassword } from './secrets.ts'

const USAGE = `npm run admin             make the first administrator, root, of the site of DATABASE_URL (or of npm start)
npm run admin -- --seed   and fill a site that has no problems yet with some, and with people, to look at
The password is that of ADMIN_PASSWORD; else one is made up and printed.`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prisma's error code for a missing table. */
const NO_SUCH_TABLE = 'P2021'

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help) return void say(USAGE)
  const { house, settings, close } = await openHouseOfSite(process.env)
  try {
    const password = settings.adminPassword ?? readablePassword()
    const isNew = await createRootUser(house, password)
    if (!isNew) say('There is an administrator already: root.')
    else if (settings.adminPassword) say('The administrator is root, with the password of ADMIN_PASSWORD.')
    else say(`The administrator is root, with the password ${password}`)
    if (!values.seed) return
    const { seed } = await import('./database/seed.ts')
    await seed(house)
    say('The site has problems and people to look at.')
  } catch (error) {
    const isEmpty = error instanceof Error && 'code' in error && error.code === NO_SUCH_TABLE
    throw isEmpty ? new Error('This database has no tables yet. First: npm run migrate') : error
  } finally {
    await close()
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
