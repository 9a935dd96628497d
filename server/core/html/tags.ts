/** A tag as it stands in a text; attributes are those with a value. */
export type Tag = { name: string; isEnd: boolean; hasAttributes: boolean }

/** The elements of HTML, with those of MathML and SVG that pages of formulas have. */
const NAMES = new Set(
  (
    'a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas ' +
    'caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset ' +
    'figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ' +
    'ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol ' +
    'optgroup option output p param path picture pre progress q rp rt ruby s samp script section select slot small ' +
    'source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr ' +
    'track tt u ul var video wbr xmp'
  ).split(' '),
)

/** Elements whose end may be left out. */
const ENDLESS =
  /^(?:area|base|br|col|colgroup|dd|dt|embed|hr|img|input|li|link|meta|option|p|param|source|t[dhr]|tbody|tfoot|thead|track|wbr)$/

/** The tag that a text begins with; null: none, as for a comment. */
export function tagOf(text: string): Tag | null {
  const [, slash, name = '', rest = ''] = /^<(\/?)([a-z][a-z0-9-]*)([^>]{0,500})/i.exec(text) ?? []
  if (!name) return null
  return { name: name.toLowerCase(), isEnd: slash === '/', hasAttributes: rest.includes('=') }
}

/** Whether there is an element of this name. */
export const isElement = ({ name }: Tag): boolean => NAMES.has(name)

/** Whether a tag is no markup but words, such as `<int>` in `vector<int>`: no element, or one that nothing ends. */
export const isWords = ({ name, isEnd, hasAttributes }: Tag, isPaired: boolean): boolean =>
  NAMES.has(name) ? !isEnd && !hasAttributes && !isPaired && !ENDLESS.test(name) : !hasAttributes && !isPaired

/** HTML with the sign `<` as an entity where it is no tag: in `x<b && y>c`, `$a<b$` and `vector<int>`. */
export function withWords(html: string): string {
  const namesOf = (pattern: RegExp) =>
    new Set([...html.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()))
  const starts = namesOf(/<([a-z][a-z0-9-]*)/gi)
  const ends = namesOf(/<\/([a-z][a-z0-9-]*)/gi)
  return html
    .replace(/<(?=[a-z][a-z0-9-]{0,20}\s[^<>="']{0,200}[^\w\s<>="'/-][^<>="']{0,200}>)/gi, '&lt;')
    .replace(/\$[^$\n]{1,500}\$/g, (formula) => formula.replace(/<(?![^<>]*>)/g, '&lt;'))
    .replace(/<\/?[a-z][a-z0-9-]*\s*>/gi, (whole) => {
      const tag = tagOf(whole)
      if (!tag || isElement(tag)) return whole
      return isWords(tag, (tag.isEnd ? starts : ends).has(tag.name)) ? `&lt;${whole.slice(1)}` : whole
    })
}
