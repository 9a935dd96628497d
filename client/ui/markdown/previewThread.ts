/** The thread that parses what somebody types (previewer.ts): a text comes in, the tree that the server would make goes out. */
import { mostCharacters, setFormulas } from '#server/shared/markdown/formulas.ts'
import { parseMarkdown } from '#server/shared/markdown/parse.ts'

self.onmessage = ({ data: text }: MessageEvent<string>) => {
  const tree = parseMarkdown(text)
  setFormulas(tree, mostCharacters(text))
  self.postMessage({ tree })
}

self.postMessage('ready')
