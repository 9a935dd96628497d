const MINUS = 45
const ZERO = 48

/** The integers of an input, one after the other; by hand, since the tests of the seed hold a million of them. */
export function read(input: string) {
  let place = 0
  const next = () => {
    while (input.charCodeAt(place) <= 32) place++
    const negative = input.charCodeAt(place) === MINUS
    if (negative) place++
    let number = 0
    let digit = input.charCodeAt(place) - ZERO
    if (!(digit >= 0 && digit <= 9)) throw new RangeError(`no integer at ${place}`)
    for (; digit >= 0 && digit <= 9; digit = input.charCodeAt(++place) - ZERO) number = 10 * number + digit
    return negative ? -number : number
  }
  return { next, take: (count: number) => Array.from({ length: count }, next) }
}

/** An element that is there; a reference solution that misses one must not answer. */
export function at<Item>(items: ArrayLike<Item>, index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`nothing at ${index}`)
  return item
}
