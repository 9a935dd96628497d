/**
 * Worker that parses the previewed text (previewer.ts): takes a text, returns the tree the server would
 * produce.
 */
import { mostCharacters, setFormulas } from '#server/shared/markdown/formulas.ts'
import { parseMarkdown } from '#server/shared/markdown/parse.ts'

self.onmessage = ({ data: text }: MessageEvent<string>) => {
  const tree = parseMarkdown(text)
  setFormulas(tree, mostCharacters(text))
  self.postMessage({ tree })
}

self.postMessage('ready')
