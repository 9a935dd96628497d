import { Fragment, type ReactNode } from 'react'

type Props = {
  /** Says the sentence of the catalogue with these texts in the places of its parameters. */
  say: (...marks: string[]) => string
  /** What is shown in their places. */
  parts: readonly ReactNode[]
}

/** Private-use characters that stand for parameters; no text of the catalogues has them. */
const FIRST = 0xf8f0

/** A sentence of the catalogue with elements in the places of its parameters, in the order of the language. */
export function Sentence({ say, parts }: Props) {
  const marks = parts.map((_, place) => String.fromCharCode(FIRST + place))
  const pieces = say(...marks).split(/([\uf8f0-\uf8ff])/)
  return pieces.map((piece, at) => {
    const place = marks.indexOf(piece)
    return <Fragment key={at}>{place < 0 ? piece : parts[place]}</Fragment>
  })
}
