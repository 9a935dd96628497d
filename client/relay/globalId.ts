/** Global id of a row whose address has its number; number 0, which no row has, for invalid numbers. */
export const numberedId = (type: string, number: string): string => globalId(type, Number(number) || 0)

/** Global id of a type and id. */
export const globalId = (type: string, id: string | number): string => btoa(`${type}:${id}`)
