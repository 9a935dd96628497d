/** Code for Markdown that is on its way. */
const onTheWay = new Set<Promise<unknown>>()

/** Lets what should come after Markdown wait for this code. */
export function coming<T>(code: Promise<T>): Promise<T> {
  const forget = () => {
    onTheWay.delete(code)
  }
  onTheWay.add(code)
  code.then(forget, forget)
  return code
}

/** Done when the Markdown that is on the page can be read, for what should come after it. */
export const whenMarkdown = async (): Promise<void> => {
  while (onTheWay.size > 0) {
    await Promise.allSettled(onTheWay)
    // What has come may draw what asks for more.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
