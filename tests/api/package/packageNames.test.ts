import { describe, expect, it, test } from 'vitest'
import { refusalOf } from '#server/core/errors.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { zipOf } from '../../support/packages.ts'

type Name = string | Buffer

const pathsOf = async (names: readonly Name[]) => [
  ...(await unpackZip(zipOf(names.map((name) => ({ name, content: 'x' }))))).keys(),
]
const refused = async (names: readonly Name[]) =>
  refusalOf(await pathsOf(names).catch((error) => error))?.code

describe('names that begin with the folder of the package', () => {
  it('are paths in it', async () => {
    expect(await pathsOf(['./', './problem.xml', './tests/', './tests/01', '././a'])).toEqual([
      'problem.xml',
      'tests/01',
      'a',
    ])
    expect(await pathsOf(['.\\problem.xml', '.\\tests\\01'])).toEqual(['problem.xml', 'tests/01'])
    expect(await pathsOf(['.', './.', './.hidden'])).toEqual(['.hidden'])
  })

  test.each(['./../a', './/a', './C:/a', './a/./b', './a/../b', '', '..', './..'])(
    'do not lead out of it: %j',
    async (name) => {
      expect(await refused([name])).toBe('PACKAGE_PATH')
    },
  )

  it('are the same as those without it', async () => {
    expect(await refused(['./a', 'a'])).toBe('PACKAGE_DUPLICATE')
  })
})

describe('names in GBK', () => {
  // The bytes of 图 in GBK are a Greek letter in UTF-8, those of 数据 are no UTF-8.
  const picture = Buffer.from('\xcd\xbc.png', 'latin1')
  const tests = Buffer.from('\xca\xfd\xbe\xdd/1.in', 'latin1')

  it('are recognized over the whole archive', async () => {
    expect(await pathsOf([picture, tests, Buffer.from('a.txt')])).toEqual(['图.png', '数据/1.in', 'a.txt'])
  })

  it('may stand beside names that say to be in UTF-8', async () => {
    expect(await pathsOf([picture, tests, 'ͼ.png', 'é.txt'])).toEqual([
      '图.png',
      '数据/1.in',
      'ͼ.png',
      'é.txt',
    ])
  })

  it('are not taken for it where all are UTF-8 without saying so', async () => {
    expect(await pathsOf([Buffer.from('图.png'), Buffer.from('ͼ.png')])).toEqual(['图.png', 'ͼ.png'])
  })
})
