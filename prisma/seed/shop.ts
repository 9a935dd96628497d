import type { SeedItem } from './types.ts'

/** Drawings of goods: ink lines on grey, with a tape of tests as their only colour. */
const INK = '#191e27'
const GROUND = '#f1f2f6'
const PASSED = '#0a8b54'
const FAILED = '#e0384c'

/** A tape of tests whose last but one failed, from its left end. */
const tape = (x: number, y: number, size = 8): string =>
  [0, 1, 2, 3]
    .map((index) => {
      const height = index === 2 ? size * 1.6 : size
      const fill = index === 2 ? FAILED : PASSED
      return `<rect x="${x + index * (size + 2)}" y="${y - height}" width="${size}" height="${height}" rx="1.5" fill="${fill}"/>`
    })
    .join('')

const drawing = (paths: string, x: number, y: number, size?: number): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 180" width="240" height="180">',
    `<rect width="240" height="180" fill="${GROUND}"/>`,
    `<path d="${paths}" fill="#fff" stroke="${INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>`,
    tape(x, y, size),
    '</svg>\n',
  ].join('')

export const items: SeedItem[] = [
  {
    name: '文化衫 · 全绿',
    svg: drawing('M88 30 60 48l12 28 14-6v84h68V70l14 6 12-28-28-18q-32 24-64 0z', 100, 104),
    price: 640,
    stock: 36,
    mostPerOrder: 2,
  },
  {
    name: '马克杯 · 第五个点',
    svg: drawing('M70 60h78v72q0 18-18 18H88q-18 0-18-18zM148 76h14q18 0 18 20t-18 20h-14', 90, 112),
    price: 280,
    stock: 58,
    mostPerOrder: 2,
  },
  {
    name: '草稿本 A5',
    svg: drawing('M82 28h84v124H82zM82 48H70M82 72H70M82 96H70M82 120H70M100 52h48M100 66h32', 104, 134),
    price: 90,
    stock: 210,
    mostPerOrder: null,
  },
  {
    name: '折叠伞 · 封榜',
    svg: drawing(
      'M46 98q10-62 74-62t74 62q-18-16-37 0-18-16-37 0-19-16-37 0-18-16-37 0zM120 36v-10M120 98v42q0 12 12 12t12-12',
      102,
      82,
    ),
    price: 360,
    stock: 9,
    mostPerOrder: 1,
  },
  {
    name: '明信片六张',
    svg: drawing('M66 64h112v82H66zM122 74v62M136 96h32M136 110h32M136 124h20M152 72h18v14h-18z', 76, 124, 7),
    price: 45,
    stock: 188,
    mostPerOrder: null,
  },
  {
    name: 'U 盘 32 GB',
    svg: drawing('M54 72h92v44H54zM146 80h38v28h-38zM158 90h6M158 98h6', 74, 102),
    price: 420,
    stock: 0,
    mostPerOrder: 1,
  },
]
