import { buffer } from 'node:stream/consumers'
import { setImmediate as breath } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { zipAsTheyCome } from './zip.ts'

it('fails with what a package failed of, and with nothing that nobody handles', async () => {
  const broken = zipAsTheyCome(
    // biome-ignore lint/correctness/useYield: it fails before the first package.
    (async function* () {
      throw new Error('gone')
    })(),
  )
  await expect(buffer(broken)).rejects.toThrow('gone')
  await breath()
})
