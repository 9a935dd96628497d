import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../../schema.ts'
import { ROOT } from '../places.ts'

const printed = `${printSchema(lexicographicSortSchema(schema))}\n`

if (process.argv.includes('--stdout')) process.stdout.write(printed)
else writeFileSync(join(ROOT, 'schema.graphql'), printed)
