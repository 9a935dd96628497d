import { parseArgs } from 'node:util'
import { createRootUser, resetRootUser } from '../modules/user/user.ts'
import { openHouseOfSite } from './houseOfSite.ts'
import { readablePassword } from './secrets.ts'

const USAGE = `npm run admin             make the first administrator, root, of the site of DATABASE_URL (or of npm start)
npm run admin -- --reset  give that administrator a new password, and the rights back that somebody took
npm run admin -- --seed   and fill a site that has no problems yet with some, and with people, to look at
The password is that of ADMIN_PASSWORD; else one is made up and printed.`

const ALREADY = 'There is an administrator already, whose password stays.'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prisma's error code for a missing table. */
const NO_SUCH_TABLE = 'P2021'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: 'boolean' }, reset: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) return void say(USAGE)
  const { house, settings, close } = await openHouseOfSite(process.env)
  try {
    const password = settings.adminPassword ?? readablePassword()
    const isNew = await createRootUser(house, password)
    const name = isNew ? 'root' : values.reset ? await resetRootUser(house, password) : null
    if (name === null && values.reset)
      throw new Error('The first administrator has ended this account. Another super administrator can help.')
    const words = settings.adminPassword ? 'of ADMIN_PASSWORD.' : password
    if (name !== null) say(`The administrator is ${name}, with the password ${words}`)
    else if (settings.adminPassword)
      throw new Error(`${ALREADY} ADMIN_PASSWORD was not set: that takes npm run admin -- --reset`)
    else say(`${ALREADY} npm run admin -- --reset gives a new password.`)
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
