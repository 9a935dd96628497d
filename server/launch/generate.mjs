import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeRegisters } from './registers.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { bin, run } from './run.mjs'
import { whenChanged } from './stamps.mjs'

/** Generates code: registers, Prisma's client with Pothos' types, Relay's artifacts. */
export async function generate() {
  writeRegisters()
  await whenChanged(
    {
      name: 'generate database client',
      inputs: ['prisma/schema', 'prisma.config.ts', 'package-lock.json'],
      outputs: ['prisma/generated/client.ts', 'prisma/generated/pothos'],
    },
    // Generating does not need the schema engine, but the command would download it.
    () => run(bin('prisma'), ['generate'], { env: { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' } }),
  )
  await whenChanged(
    {
      name: 'generate queries',
      inputs: ['schema.graphql', 'relay.config.json', 'client', 'package-lock.json'],
      keep: /\.(tsx?|graphql|json)$/,
      outputs: ['client/__generated__'],
    },
    () => {
      mkdirSync(join(ROOT, 'client/__generated__'), { recursive: true })
      return run(bin('relay-compiler'), [])
    },
  )
}

await runAsProgram(import.meta.url, generate)
