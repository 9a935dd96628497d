/** Escapes a text for LIKE. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
