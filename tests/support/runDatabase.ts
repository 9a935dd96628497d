import { startDatabase } from '#server/launch/database/database.ts'

/** The database of a launcher in a process of its own: says its address and what the console would hear, until its input ends. */
async function runDatabase(dataDir: string): Promise<void> {
  const database = await startDatabase(undefined, dataDir, (line) => console.log(line))
  console.log(database.url)
  process.stdin.resume()
  process.stdin.once('end', () => void database.stop())
}

void runDatabase(process.argv[2] ?? '')
