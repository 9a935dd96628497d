/**
 * 200 buyers who ask for the last 50 pieces at once through the HTTP door: `oversold` is the number of pieces sold beyond
 * the stock, or debited without an order. Each buyer has points for one piece only.
 */
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { startBuiltServer } from './support/builtServer.ts'
import { timed } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { openHttpConnection, signIn } from './support/httpConnection.ts'

const BUYERS = 200
const PIECES = 50
const PRICE = 10

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: 1, users: BUYERS, submissions: 1 })
  const tokens = await signIn(database.url, BUYERS)
  const db = new pg.Client(database.url)
  await db.connect()
  await db.query(
    `insert into "PointEntry" ("userId", "amount", "reason")
     select u."id", ${PRICE} - coalesce(b."balance", 0), 'GRANT'
     from "User" u left join "PointBalance" b on b."userId" = u."id"`,
  )
  const { rows } = await db.query<{ id: number }>(
    `insert into "ShopItem" ("name", "price", "stock") values ('Bench', ${PRICE}, ${PIECES}) returning "id"`,
  )
  const item = Buffer.from(`ShopItem:${rows[0]?.id}`).toString('base64')
  const server = await startBuiltServer(database.url, { COST_PER_MINUTE: '0' })
  const shipping = { receiver: 'Bench', phone: '13812342046', address: 'Bench' }
  const body = JSON.stringify({
    query: 'mutation ($input: BuyInput!) { buy(input: $input) { number } }',
    variables: { input: { lines: [{ item, quantity: 1 }], pay: PRICE, ...shipping } },
  })
  const lines = await Promise.all(
    tokens.map((token) => openHttpConnection(server.url, { authorization: token })),
  )
  const took = await timed(async () => {
    await Promise.all(lines.map((line) => line.ask(body)))
  })
  for (const line of lines) line.close()
  const { rows: sums } = await db.query<{ sold: number; debited: number; stock: number; poor: number }>(
    `select (select coalesce(sum("quantity"), 0)::int from "ShopOrderLine") as "sold",
       (select count(*)::int from "PointEntry" where "reason" = 'PURCHASE') as "debited",
       (select "stock" from "ShopItem") as "stock",
       (select count(*)::int from "PointBalance" where "balance" < 0) as "poor"`,
  )
  const { sold = 0, debited = 0, stock = 0, poor = 0 } = sums[0] ?? {}
  console.log(
    `${sold} sold and ${debited} debited in ${took.toFixed(0)} ms, ${stock} left, ${poor} balances below 0`,
  )
  if (sold < PIECES) throw new Error(`${PIECES - sold} pieces were not sold`)
  console.log(`oversold: ${Math.max(0, sold - PIECES) + Math.abs(debited - sold) + poor}`)
  await db.end()
  await server.stop()
  await database.drop()
  await postgres.stop()
}

await main()
