/** Goods of an order in one line. */
export const goodsText = (lines: readonly { readonly name: string; readonly quantity: number }[]): string =>
  lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(', ')
