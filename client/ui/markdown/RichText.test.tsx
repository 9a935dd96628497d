import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RichText } from './RichText.tsx'

it('makes elements of the tags it knows, and leaves the others as they are written', () => {
  const markup = renderToStaticMarkup(
    <RichText
      text="Call <code>main</code> or <b>not</b>, <code>a < b</code>"
      tags={{ code: <code className="x" /> }}
    />,
  )
  expect(markup).toBe(
    'Call <code class="x">main</code> or &lt;b&gt;not&lt;/b&gt;, <code class="x">a &lt; b</code>',
  )
})
