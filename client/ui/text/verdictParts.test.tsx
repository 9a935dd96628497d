import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startWords, switchLocale } from '../../app/words.ts'
import { TestBar } from './TestBar.tsx'
import { TestCell } from './TestGrid.tsx'
import { Verdict } from './Verdict.tsx'
import { letterCode, type StateName, VERDICT_CODES, verdictCode, verdictIcon } from './verdicts.ts'

beforeAll(async () => {
  await startWords()
})
afterEach(cleanup)

describe('Verdict', () => {
  it('has a drawing of its own for every code', () => {
    const icons = VERDICT_CODES.map(verdictIcon)
    expect(new Set(icons).size).toBe(icons.length)
  })

  it('says how far judging is while there is no outcome', () => {
    expect(verdictCode(null, 'QUEUED')).toBe('PD')
    expect(verdictCode(null, 'COMPILING')).toBe('CP')
    expect(
      ['AWAITING_ACCOUNT', 'SENDING', 'SENT'].map((state) => verdictCode(null, state as StateName)),
    ).toEqual(['PD', 'SB', 'PD'])
    expect(verdictCode('SUBMISSION_FAILED', 'DONE')).toBe('SF')
    expect(verdictCode('OUTPUT_LIMIT_EXCEEDED', 'DONE')).toBe('OLE')
  })

  it('names the outcome in the language of the reader, and changes with it', async () => {
    const { rerender } = render(<Verdict verdict="WRONG_ANSWER" form="icon" />)
    expect(screen.getByRole('img', { name: '答案错误' })).toBeTruthy()
    await switchLocale('en-US')
    rerender(<Verdict verdict="WRONG_ANSWER" form="chip" />)
    expect(screen.getByRole('img', { name: 'Wrong Answer (WA)' })).toBeTruthy()
    await switchLocale('zh-CN')
  })

  it('counts the tests while they run, and not before or after', () => {
    const { rerender, container } = render(<Verdict verdict={null} state="RUNNING" done={23} total={40} />)
    expect(container.textContent).toBe('评测中23/40')
    rerender(<Verdict verdict={null} state="QUEUED" done={0} total={40} />)
    expect(container.textContent).toBe('等待评测')
    rerender(<Verdict verdict="ACCEPTED" state="DONE" done={40} total={40} />)
    expect(container.textContent).toBe('通过')
  })
})

describe('Tape', () => {
  const bars = () => screen.getByRole('img').querySelectorAll('i').length

  it('has a bar a test and says in words what they are', () => {
    render(<TestBar tape="AAW" total={5} />)
    expect(bars()).toBe(5)
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('共 5 个测试点：2 通过，1 未通过，2 等待')
  })

  it('marks the one that runs now', () => {
    const { container } = render(<TestBar tape="AA" total={4} running />)
    expect(container.querySelectorAll('.now').length).toBe(1)
    expect(container.querySelectorAll('.waiting').length).toBe(1)
  })

  it('draws a long one in fewer bars without losing a failure', () => {
    const { container } = render(<TestBar tape={`${'A'.repeat(499)}W${'A'.repeat(500)}`} running />)
    expect(bars()).toBe(60)
    const colours = [...container.querySelectorAll('.judged')].map((bar) => bar.className)
    expect(new Set(colours).size).toBe(2)
  })

  it('knows every letter of the contract and nothing else', () => {
    expect([...'APWETMORSCX'].map(letterCode)).not.toContain(null)
    expect(letterCode('.')).toBeNull()
  })

  it('is nothing without tests', () => {
    const { container } = render(<TestBar tape="" />)
    expect(container.innerHTML).toBe('')
  })
})

describe('TestCell', () => {
  it('shows what became of a test and how long it took', () => {
    render(<TestCell number={3} code="TLE" timeMs={1004} />)
    const cell = screen.getByRole('img', { name: '测试点 3：时间超限' })
    expect(cell.textContent).toContain('1004 ms')
  })

  it('can be opened', () => {
    const opened: number[] = []
    render(<TestCell number={3} code="AC" timeMs={12} memoryKb={5120} wide onOpen={() => opened.push(3)} />)
    const button = screen.getByRole('button', { name: /通过/ })
    button.click()
    expect(opened).toEqual([3])
    expect(button.textContent).toContain('5 MB')
  })
})
