import { createContext, Script } from 'node:vm'
import { parseMarkdown } from '#server/shared/markdown/parse.ts'
import type { MarkdownTree } from '#server/shared/markdown/tree.ts'
import { createRecent } from './recent.ts'

/** Trees are some three times as long as the texts that are the keys. */
const trees = createRecent<MarkdownTree>(4_000_000)

/** The parser takes a minute for some texts of 20 kB, in which a site would stand still (ms). */
const LONGEST = 500

/** Not a sandbox: `timeout` is the one way to end JavaScript of the same thread. */
const call = new Script('act()')

/** What `act` answers; null when it takes longer than `ms`. */
function within<Answer>(ms: number, act: () => Answer): Answer | null {
  try {
    return call.runInContext(createContext({ act }), { timeout: ms })
  } catch (error) {
    // The error is of the script's world, whose `Error` is another.
    const { code } = Object(error)
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
    throw error
  }
}

/** Processor time of this process so far (ms). */
const busy = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * A Markdown text as it is drawn, so that its readers need not load what parses it; one that the parser cannot do in
 * time is shown as it is written.
 */
export function markdownTreeOf(text: string): MarkdownTree {
  const known = trees.get(text)
  if (known) return known
  const before = busy()
  const parsed = within(LONGEST, () => parseMarkdown(text))
  const tree: MarkdownTree = parsed ?? [['p', {}, text]]
  // Whoever waited for a processor meanwhile says nothing about the text.
  if (parsed || busy() - before > LONGEST / 2) trees.set(text, tree)
  return tree
}
