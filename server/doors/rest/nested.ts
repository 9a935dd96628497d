import { z } from 'zod'

/**
 * Scalars inside the objects and lists of a body, converted as Jackson does in the reference system: scripts send numbers
 * and booleans as texts and the other way round. '' and 'null' are a missing number or boolean.
 */

const missing = z.literal(['', 'null']).transform(() => null)

/** Text, number or boolean, as text. */
export const nestedText = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)])

/** Number, or a text of one. */
export const nestedNumber = z.union([z.number(), missing, z.string().pipe(z.coerce.number())])

/** Boolean, a word for one, or a number: 0 is false. */
export const nestedFlag = z.union([
  z.boolean(),
  missing,
  z.stringbool({ truthy: ['true'], falsy: ['false'] }),
  z.number().transform((value) => value !== 0),
])
