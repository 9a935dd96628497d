import { expect, it } from 'vitest'
import { deviceOf } from './device.ts'

it('recognises what people use', () => {
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0'
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'
  expect(deviceOf(safari)).toEqual({ browser: 'Safari', system: 'iOS' })
  expect(deviceOf(edge)).toEqual({ browser: 'Edge', system: 'Windows' })
  expect(deviceOf(chrome)).toEqual({ browser: 'Chrome', system: 'Linux' })
  expect(deviceOf('curl/8.5.0')).toEqual({ browser: 'curl', system: null })
  expect(deviceOf('')).toEqual({ browser: null, system: null })
})
