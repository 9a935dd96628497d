import { schema } from '../../schema.ts'
import { faultsOf } from './graphLint.ts'

const faults = faultsOf(schema)
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
