import { random } from './random.ts'
import type { SeedSlide } from './types.ts'

/**
 * The pictures of the home page: tapes of tests on ink, as everywhere on the site. A passed test is low, a failed
 * one tall, the running one flat and blue, a waiting one hardly there. Words are laid over the left third, which
 * stays dark; none are in the pictures.
 */
const WIDTH = 1200
const HEIGHT = 440
const STEP = 21
const LINE = 29

type Test = 'pass' | 'wrong' | 'slow' | 'running' | 'waiting'

const COLOURS: Record<Test, string> = {
  pass: '#4ade8e',
  wrong: '#ff6f7d',
  slow: '#ffb35c',
  running: '#7aa2ff',
  waiting: '#ffffff',
}
const HEIGHTS: Record<Test, number> = { pass: 12, wrong: 20, slow: 20, running: 5, waiting: 5 }

type Cell = { test: Test; x: number; base: number; strength: number; height?: number }

/** Cells stand on their base line; the picture fades towards the left. */
function picture(cells: Cell[]) {
  const groups = Object.entries(COLOURS).map(([test, colour]) => {
    const bars = cells
      .filter((cell) => cell.test === test && cell.x > WIDTH / 5)
      .map(({ test, x, base, strength, height = HEIGHTS[test] }) => {
        const top = (base - height).toFixed(0)
        return `<rect x="${x}" y="${top}" width="15" height="${height}" rx="2.5" opacity="${strength.toFixed(2)}"/>`
      })
    return `<g fill="${colour}">${bars.join('')}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    '<defs><linearGradient id="shade"><stop offset=".2" stop-color="#10131c"/>',
    '<stop offset=".48" stop-color="#10131c" stop-opacity=".88"/>',
    '<stop offset=".7" stop-color="#10131c" stop-opacity=".36"/>',
    '<stop offset=".92" stop-color="#10131c" stop-opacity="0"/></linearGradient></defs>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#10131c"/>`,
    ...groups,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/></svg>\n`,
  ].join('')
}

const columns = Array.from({ length: Math.ceil(WIDTH / STEP) }, (_, column) => column)
const lines = Array.from({ length: Math.floor(HEIGHT / LINE) }, (_, line) => line)
const place = (column: number, line: number) => ({ x: 6 + column * STEP, base: 26 + line * LINE })

/** Many submissions under way, each a little less far than the one above. */
function queue() {
  const { int, oneIn } = random(1)
  return picture(
    lines.flatMap((line) => {
      const reached = 59 - Math.round(line * line * 0.11 + line) - int(0, 3)
      return columns.map((column): Cell => {
        const strength = int(35, 90) / 100
        if (column > reached + 2) return { ...place(column, line), test: 'waiting', strength: 0.07 }
        if (column > reached) return { ...place(column, line), test: 'running', strength: 0.95 }
        if (column > 20 && oneIn(23))
          return { ...place(column, line), test: oneIn(3) ? 'slow' : 'wrong', strength: 1 }
        return { ...place(column, line), test: 'pass', strength }
      })
    }),
  )
}

/** One person, try after try: each gets further, and the last one is green all along. */
function tries() {
  const { int } = random(2)
  const last = lines.length - 1
  return picture(
    lines.flatMap((line) => {
      const fallen = line === last ? columns.length : 27 + Math.round((line * (columns.length - 29)) / last)
      return columns.map((column): Cell => {
        if (column > fallen) return { ...place(column, line), test: 'waiting', strength: 0.07 }
        if (column === fallen)
          return { ...place(column, line), test: line % 3 === 1 ? 'slow' : 'wrong', strength: 1 }
        return { ...place(column, line), test: 'pass', strength: line === last ? 0.95 : int(25, 60) / 100 }
      })
    }),
  )
}

/** Water before a row of gates: bars whose heights swell and fall. */
function tide() {
  const { int } = random(3)
  return picture(
    [0, 1, 2, 3, 4].flatMap((wave) =>
      columns.map((column): Cell => {
        const swell = Math.sin(column / 4.2 + wave * 1.1) + 0.6 * Math.sin(column / 9 - wave)
        const height = Math.round(26 + 15 * swell) + int(0, 4)
        const gate = wave === 1 && column >= 46 && column <= 48
        const x = 6 + column * STEP
        const base = 104 + wave * 80
        if (gate) return { x, base, test: 'slow', strength: 1, height: 66 }
        return { x, base, test: wave % 2 ? 'running' : 'pass', strength: 0.3 + 0.13 * wave, height }
      }),
    ),
  )
}

/** Tests in groups of unequal length; some groups are complete and shine, some are cut short. */
function groups() {
  const { int, oneIn, pick } = random(4)
  return picture(
    lines.flatMap((line) => {
      const cells: Cell[] = []
      for (let column = int(0, 3); column < columns.length; column++) {
        const length = int(4, 9)
        const failing = oneIn(3) ? int(0, length - 1) : length
        for (let test = 0; test < length; test++, column++) {
          const at = place(column, line)
          if (test > failing) cells.push({ ...at, test: 'waiting', strength: 0.1 })
          else if (test === failing)
            cells.push({ ...at, test: pick(['wrong', 'wrong', 'slow']), strength: 1 })
          else cells.push({ ...at, test: 'pass', strength: failing < length ? 0.34 : 0.86 })
        }
      }
      return cells
    }),
  )
}

const svg = 'image/svg+xml'

/** Slides of the home page, in order. */
export const carousel: SeedSlide[] = [
  {
    key: 'queue',
    mediaType: svg,
    svg: queue(),
    texts: {
      'zh-CN': {
        title: '写下，提交，看它一格一格亮起来',
        subtitle: '编译、测试点、结果，都在发生的那一刻送到眼前',
      },
      'en-US': {
        title: 'Write it, submit it, watch it light up',
        subtitle: 'Compiling, every test, the verdict: shown as they happen',
      },
    },
    href: '/problem',
  },
  {
    key: 'tries',
    mediaType: svg,
    svg: tries(),
    texts: {
      'zh-CN': { title: '每一次都更远一点', subtitle: '从两数之和开始，把第一行跑成全绿' },
      'en-US': {
        title: 'A little further every time',
        subtitle: 'Start with A + B and turn the first row green',
      },
    },
    href: '/problem/P1001',
  },
  {
    key: 'tide',
    mediaType: svg,
    svg: tide(),
    texts: {
      'zh-CN': { title: '本周一题：潮汐水闸', subtitle: '至少一道，至多 k 道。水位最多能升多高？' },
      'en-US': {
        title: 'Problem of the week: Tide Gates',
        subtitle: 'At least one gate, at most k. How high can the water rise?',
      },
    },
    href: '/problem/P1042',
  },
  {
    key: 'groups',
    mediaType: svg,
    svg: groups(),
    texts: {
      'zh-CN': { title: '没做完，也有分', subtitle: '子任务、部分分、交互、特殊评测，各有一题可以试试' },
      'en-US': {
        title: 'Half a solution counts',
        subtitle: 'Subtasks, partial scores, interaction, special judges: one of each to try',
      },
    },
    href: '/problem/P1056',
  },
]
