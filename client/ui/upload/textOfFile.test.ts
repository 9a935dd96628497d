import { expect, it } from 'vitest'
import { namesIn } from '../text/nameLines.ts'
import { textOfFile } from './textOfFile.ts'

const namesOf = async (...bytes: number[]) =>
  namesIn(await textOfFile(new File([new Uint8Array(bytes)], 'names.csv')))

it('reads names in GBK and UTF-16', async () => {
  expect(await namesOf(0xb4, 0xf3, 0xd1, 0xa7, 0x0a, 0x61)).toEqual(['大学', 'a'])
  expect(await namesOf(0xff, 0xfe, 0x27, 0x59, 0x66, 0x5b)).toEqual(['大学'])
})
