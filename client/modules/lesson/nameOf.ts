/** Name of a node: its title, or the display id of a group. */
export const nameOf = ({ title, key }: { readonly title: string; readonly key: string }): string =>
  title || key
