import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ROOT, runAsProgram } from './root.mjs'
import { bin, run } from './run.mjs'
import { closingLine, test } from './test.mjs'
import { checkTools } from './tools.mjs'

const TSX = bin('tsx')

/** Fails when schema.graphql differs from the code, so that reviews see every change of the API. */
async function schemaIsPrinted() {
  const printed = await run(TSX, ['server/launch/graph/printSchema.ts', '--stdout'])
  if (printed !== readFileSync(join(ROOT, 'schema.graphql'), 'utf8')) {
    throw new Error('schema.graphql is not what the code makes: run `npm run schema`')
  }
}

/** All checks, cheapest first; every step runs, so that one run shows all faults. */
const STEPS = [
  ['format and lint', () => run(bin('biome'), ['check', '.'])],
  ['types', () => run(bin('tsc'), ['-b'])],
  ['schema printed and unchanged', schemaIsPrinted],
  ['graph as a stranger sees it', () => run(TSX, ['server/launch/graph/graphLintCommand.ts'])],
  ['Relay artifacts', () => run(bin('relay-compiler'), ['--validate'])],
  [
    'Prisma schema',
    () => run(bin('prisma'), ['format', '--check'], { env: { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' } }),
  ],
  ['migrations without drift', () => run(TSX, ['server/launch/database/migrateCommand.ts', '--check'])],
  ['sandbox', () => run('make', ['-C', 'judge/sandbox', 'check'])],
]

async function check() {
  checkTools()
  await install()
  await build()
  const failures = []
  for (const [name, step] of STEPS) {
    try {
      await step()
      process.stdout.write(`ok      ${name}\n`)
    } catch (error) {
      failures.push(name)
      process.stdout.write(`FAILED  ${name}\n${error.message}\n`)
    }
  }
  const answer = await test([])
  if (answer.failed) failures.push('tests')
  process.stdout.write(closingLine(answer))
  process.stdout.write(failures.length ? `Check failed: ${failures.join(', ')}\n` : 'Check passed\n')
  process.exitCode = failures.length ? 1 : 0
}

await runAsProgram(import.meta.url, check)
