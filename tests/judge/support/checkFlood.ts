/** Run as a process of its own: checks two large files and prints the verdict and how much memory that took. */
import { builtInChecker } from '#judge/checkers/builtIn.ts'
import type { CheckerSpec } from '#judge/protocol.ts'

const [input = '', output = '', answer = '', spec = ''] = process.argv.slice(2)
const check = builtInChecker(JSON.parse(spec) as Exclude<CheckerSpec, { kind: 'program' }>)
const before = process.resourceUsage().maxRSS
const { verdict } = await check({ input, output, answer, points: null })
console.log(JSON.stringify({ verdict, kilobytes: process.resourceUsage().maxRSS - before }))
