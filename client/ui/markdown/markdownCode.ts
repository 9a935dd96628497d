/** Markdown code that is loading. */
const onTheWay = new Set<Promise<unknown>>()

/** Registers loading code, for whenMarkdown(). */
export function coming<T>(code: Promise<T>): Promise<T> {
  const forget = () => {
    onTheWay.delete(code)
  }
  onTheWay.add(code)
  code.then(forget, forget)
  return code
}

/** Resolves when the Markdown on the page is rendered, for work that should follow. */
export const whenMarkdown = async (): Promise<void> => {
  while (onTheWay.size > 0) {
    await Promise.allSettled(onTheWay)
    // Rendered code may request more.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
