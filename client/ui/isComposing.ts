/** Whether a key belongs to an input method. Safari sends it after the end of the composition, with this code. */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229
