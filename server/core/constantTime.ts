import { createHash, timingSafeEqual } from 'node:crypto'

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** Whether two texts are equal, compared in constant time. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(hashed(one), hashed(other))
