/** The id of a row that an address names by its type and number, as the graph makes ids: 0, which no row has, for no number. */
export const numberedId = (type: string, number: string): string => globalId(type, Number(number) || 0)

/** The id that the graph gives to what is of a type. */
export const globalId = (type: string, id: string | number): string => btoa(`${type}:${id}`)
