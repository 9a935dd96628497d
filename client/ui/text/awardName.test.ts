import { expect, it } from 'vitest'
import { awardName } from './awardName.ts'

it('names the usual awards in the language of the reader, and leaves others as they are', () => {
  const said = (words: Record<string, string>) => (key: string) => words[key] ?? key
  const english = said({ 'ui:award.gold': 'Gold' }) as Parameters<typeof awardName>[0]
  const chinese = said({ 'ui:award.gold': '金牌' }) as Parameters<typeof awardName>[0]
  expect(['Gold', '金牌', '金奖', '一等奖'].map((name) => awardName(english, name))).toEqual([
    'Gold',
    'Gold',
    'Gold',
    '一等奖',
  ])
  expect(['Gold', '金牌', '金奖'].map((name) => awardName(chinese, name))).toEqual(['金牌', '金牌', '金奖'])
})
