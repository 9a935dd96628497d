/** Text for LIKE that means nothing but itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
