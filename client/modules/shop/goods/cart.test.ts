import { describe, expect, it } from 'vitest'
import { capped, parseCart } from './cart.ts'

describe('the cart', () => {
  it('holds 0 to 99 pieces, caps at the limit of the goods, and says so (area-rules S6)', () => {
    expect(capped(3, null)).toEqual({ quantity: 3, isCapped: false })
    expect(capped(100, null)).toEqual({ quantity: 99, isCapped: true })
    expect(capped(3, 2)).toEqual({ quantity: 2, isCapped: true })
    expect(capped(-1, 2)).toEqual({ quantity: 0, isCapped: false })
    expect(capped(Number.NaN, 2)).toEqual({ quantity: 0, isCapped: false })
    expect(capped(1.9, 2)).toEqual({ quantity: 1, isCapped: false })
  })

  it('survives a storage that somebody has written into', () => {
    expect(parseCart('{"a":2,"b":0,"c":"3","d":100,"e":1.5}')).toEqual({ a: 2 })
    for (const text of ['', '[1]', 'null', '7', '{', '"x"']) expect(parseCart(text)).toEqual({})
  })
})
