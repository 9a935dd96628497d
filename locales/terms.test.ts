import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** One term for each thing on the Chinese pages: what is not written, and what is written instead. */
const TERMS: [forbidden: RegExp, use: string][] = [
  [/重测|重新评测/, '重判'],
  [/判题/, '评测、评测机'],
  [/您/, '你'],
  [/特殊评测|特判/, 'Special Judge，程序为检查器 (SPJ)'],
  [/评测程序|比较器/, '检查器 (SPJ)'],
  [/交互程序/, '交互器'],
  [/参考程序|参考解答|解法/, '标程'],
  [/输入描述/, '输入格式'],
  [/输出描述/, '输出格式'],
  [/评测记录|提交历史/, '提交记录'],
  [/提交代码成功/, '提交成功'],
  [/展示编号/, '题号'],
  [/首答|首个通过/, '首杀'],
  [/隔离措施|沙盒/, '沙箱'],
  [/逐词/, '按单词'],
  [/开放接口/, 'API 文档'],
  [/最近 ?[七7] ?天|七天之内/, '近 7 天'],
  [/解封|解榜/, '解除封榜'],
  [/外榜/, '公开榜单'],
  [/主办者|组织者/, '主办方'],
  [/访客/, '游客'],
]

const folder = fileURLToPath(new URL('./zh-CN/', import.meta.url))

const catalogues = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
)

it.each(catalogues)('%s says each thing by its one term', (file) => {
  const lines = readFileSync(folder + file, 'utf8').split('\n')
  const wrong = TERMS.flatMap(([forbidden, use]) =>
    lines.filter((line) => forbidden.test(line)).map((line) => `${line.trim()} → ${use}`),
  )
  expect(wrong).toEqual([])
})
