/** A text of at most `most` characters, else its beginning with '...'; signs of several characters stay whole. */
export function cut(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  let length = 0
  let end = 0
  const head = characters.slice(0, 2 * most).join('')
  for (const { segment, index } of new Intl.Segmenter().segment(head)) {
    length += [...segment].length
    if (length > most) break
    end = index + segment.length
  }
  return `${end > 0 ? text.slice(0, end) : characters.slice(0, most).join('')}...`
}
