/** Thread that parses Markdown (markdownParser.ts): receives a text, posts its tree as JSON, or null when it takes too long. */
import { parentPort } from 'node:worker_threads'
import { mostCharacters, setFormulas } from '#server/shared/markdown/formulas.ts'
import { parseMarkdown } from '#server/shared/markdown/parse.ts'
import { within } from './pacing/within.ts'

/** Processor time (ms) for the tree of a text, and again for its formulas. */
const LIMIT = 50

/** Text with every construct, parsed at the start so that the first real text runs warm code. */
const SAMPLE =
  '# A\n\nGiven $n \\le 10^5$ and `b`, *find* **it** at https://a.example:\n\n- [x] c\n\n1. d\n\n| e | f |\n|--:|:-:|\n| 1 | 2 |\n\n' +
  '> g ~~h~~ [^1]\n\n```cpp\nint i;\n```\n\n$$\n\\sum_{i=1}^n \\frac{a_i}{\\sqrt 2}\n$$\n\n[^1]: ![j](/k.png)\n\n'

function treeOf(text: string): string | null {
  const room = mostCharacters(text)
  const tree = within(LIMIT, () => parseMarkdown(text))
  const length = tree ? JSON.stringify(tree).length : room
  if (!tree || length >= room) return null
  // Formulas that are not rendered in time are shown as typed.
  within(LIMIT, () => setFormulas(tree, room - length))
  return JSON.stringify(tree)
}

for (let round = 0; round < 12; round++) setFormulas(parseMarkdown(SAMPLE.repeat(round / 4 + 1)), 100_000)

parentPort?.on('message', (text: string) => parentPort?.postMessage({ tree: treeOf(text) }))
parentPort?.postMessage('ready')
