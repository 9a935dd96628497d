/** Syntax highlighting: lowlight with the languages that are judged or used in statements. */
import type { Element, ElementContent, Root } from 'hast'
import shell from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import delphi from 'highlight.js/lib/languages/delphi'
import go from 'highlight.js/lib/languages/go'
import haskell from 'highlight.js/lib/languages/haskell'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import typescript from 'highlight.js/lib/languages/typescript'
import { createLowlight } from 'lowlight'

const lowlight = createLowlight({
  c,
  cpp,
  csharp,
  go,
  haskell,
  java,
  javascript,
  json,
  kotlin,
  pascal: delphi,
  php,
  python,
  ruby,
  rust,
  shell,
  typescript,
})
lowlight.registerAlias({
  cpp: ['c++', 'cc'],
  python: ['py'],
  javascript: ['js'],
  shell: ['sh', 'bash'],
  typescript: ['ts'],
})

/** Highlighted tree of the code; plain text for an unknown language or long code. */
export function highlight(code: string, language: string | null): Root {
  if (language && code.length < 100_000 && lowlight.registered(language))
    return lowlight.highlight(language, code)
  return { type: 'root', children: [{ type: 'text', value: code }] }
}

/** The highlighted tree split into lines; spans across lines are cloned. */
export function highlightedLines(code: string, language: string | null): ElementContent[][] {
  const lines: ElementContent[][] = [[]]
  const walk = (
    nodes: readonly (ElementContent | Root['children'][number])[],
    around: readonly Element[],
  ) => {
    for (const node of nodes) {
      if (node.type === 'element') {
        walk(node.children, [...around, node])
        continue
      }
      if (node.type !== 'text') continue
      for (const [index, piece] of node.value.split('\n').entries()) {
        if (index > 0) lines.push([])
        if (!piece) continue
        let content: ElementContent = { type: 'text', value: piece }
        for (const span of [...around].reverse()) content = { ...span, children: [content] }
        lines.at(-1)?.push(content)
      }
    }
  }
  walk(highlight(code, language).children, [])
  return lines
}
