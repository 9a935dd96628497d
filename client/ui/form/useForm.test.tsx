import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import { Field } from '../controls/Field.tsx'
import { ChipsField } from './ChipsField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { FormBar } from './FormBar.tsx'
import { LocaleField } from './LocaleField.tsx'
import { NumberField } from './NumberField.tsx'
import { SelectField } from './SelectField.tsx'
import { SwitchField } from './SwitchField.tsx'
import { type Form, useForm } from './useForm.ts'

const row = {
  title: 'Tide',
  limit: 5 as number | null,
  open: true,
  kind: 'ACM' as 'ACM' | 'OI',
  rule: 'lowest' as string,
  tags: ['dp'],
  texts: { 'zh-CN': '闸', 'en-US': '' },
  cases: [{ note: '' }, { note: '' }],
}
type Row = typeof row

let form: Form<Row>
let sent: Partial<Row>[] = []
let answer: () => unknown = () => true

function Sheet({ values = row, version }: { values?: Row; version?: number }) {
  form = useForm<Row>({
    values,
    version,
    rules: (now) => ({
      title:
        now.title === ''
          ? { words: 'No title' }
          : now.title.length > 8
            ? { words: 'Long', atOnce: true }
            : null,
      limit: Number.isNaN(now.limit) ? { words: 'No number' } : null,
      'texts.en-US': now.texts['en-US'] ? null : { words: 'No English' },
      'cases.1.note': now.cases[1]?.note ? null : { words: 'No note' },
    }),
  })
  const send = form.sending(() => {
    sent.push(form.changes())
    return answer()
  })
  return (
    <form ref={form.form} noValidate onSubmit={send}>
      <Field label="Title" {...form.field('title')} />
      <NumberField label="Limit" unit="ms" {...form.field('limit')} />
      <SwitchField label="Open" {...form.field('open')} />
      <ChoiceField
        label="Kind"
        segments={[
          { value: 'ACM', label: 'ACM' },
          { value: 'OI', label: 'OI' },
        ]}
        {...form.field('kind')}
      />
      <SelectField
        label="Rule"
        options={[
          { value: 'lowest', label: 'Lowest' },
          { value: 'mean', label: 'Mean' },
        ]}
        {...form.field('rule')}
      />
      <ChipsField label="Tags" {...form.field('tags')} />
      <LocaleField label="Text" bind={(locale) => form.field(`texts.${locale}`)} />
      <Field label="Note 2" {...form.field('cases.1.note')} />
      <FormBar form={form} pending={false} />
    </form>
  )
}

const show = (values?: Row, version?: number) => (
  <ThemeProvider theme={theme}>
    <Sheet values={values} version={version} />
  </ThemeProvider>
)

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
})
afterEach(() => {
  cleanup()
  sent = []
  answer = () => true
})

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = () => {
  type('Text (English)', 'gates')
  type('Note 2', 'n')
}

describe('a form', () => {
  it('says a fault when the field is left, and at once what typing on cannot mend', () => {
    render(show())
    type('Title', '')
    expect(screen.queryByText('No title')).toBeNull()
    type('Limit', 'many')
    fireEvent.blur(screen.getByLabelText('Limit'))
    expect(screen.getByText('No number')).toBeTruthy()
    type('Title', 'far too long')
    expect(screen.getByText('Long')).toBeTruthy()
  })

  it('says all of them when it is sent, in the language they are in, and goes to the first', () => {
    render(show())
    type('Title', '')
    fireEvent.click(screen.getByRole('button', { name: '简体中文' }))
    press('Save')
    expect(sent).toEqual([])
    for (const words of ['No title', 'No English', 'No note']) expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByText('3 things to fix')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  })

  it('sends what was changed in fields of every kind, and nothing else', async () => {
    render(show())
    fill()
    type('Limit', '250')
    fireEvent.click(screen.getByRole('switch', { name: 'Open' }))
    fireEvent.click(screen.getByRole('button', { name: 'OI' }))
    type('Rule', 'mean')
    type('Tags', 'sea, tide,')
    fireEvent.click(screen.getByRole('button', { name: 'Remove dp' }))
    await act(async () => press('Save'))
    expect(sent).toEqual([
      {
        limit: 250,
        open: false,
        kind: 'OI',
        rule: 'mean',
        tags: ['sea', 'tide'],
        texts: { 'zh-CN': '闸', 'en-US': 'gates' },
        cases: [{ note: '' }, { note: 'n' }],
      },
    ])
    expect(form.changed).toBe(false)
  })

  it('puts the server’s words under each field that is shown, and hands back the others', () => {
    render(show())
    let unsaid: string[] = []
    act(() => {
      unsaid = form.refuse({ 'texts.en-US': 'Taken', 'cases.1.note': 'Odd', author: 'Nobody' })
    })
    expect(unsaid).toEqual(['Nobody'])
    expect(screen.getByText('Taken')).toBeTruthy()
    type('Note 2', 'x')
    expect(screen.queryByText('Odd')).toBeNull()
  })

  it('sends once what is sent twice in a row, and again what was changed since or refused', async () => {
    render(show())
    fill()
    const twice = () =>
      act(async () => {
        fireEvent.keyDown(window, { key: 's', ctrlKey: true })
        fireEvent.keyDown(window, { key: 's', ctrlKey: true })
      })
    answer = () => null
    await twice()
    expect(sent).toHaveLength(1)
    answer = () => true
    await twice()
    await twice()
    expect(sent).toHaveLength(2)
    type('Title', 'Ebb')
    await twice()
    expect(sent).toHaveLength(3)
  })

  it('is not sent by Ctrl+S in a dialog above it', async () => {
    answer = () => true
    render(show())
    fill()
    const save = () => act(async () => fireEvent.keyDown(window, { key: 's', ctrlKey: true }))
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('aria-modal', 'true')
    await save()
    expect(sent).toEqual([])
    dialog.remove()
    await save()
    expect(sent).toHaveLength(1)
  })

  it('goes back to what it was', () => {
    render(show())
    type('Title', 'Other')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    press('Discard changes')
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Tide')
    expect(form.changed).toBe(false)
  })
})

describe('a form over a row that somebody else saves', () => {
  it('takes over what I have not touched, and asks about what both have', async () => {
    const { rerender } = render(show(row, 1))
    fill()
    type('Title', 'Mine')
    rerender(show({ ...row, title: 'Theirs', limit: 7 }, 2))
    expect(screen.getByLabelText('Limit')).toHaveProperty('value', '7')
    expect(screen.getByText('Someone else has just changed this')).toBeTruthy()
    expect(screen.getByText('Theirs')).toBeTruthy()
    await act(async () => press('Save'))
    expect(sent).toEqual([])

    press('Title: keep mine')
    await act(async () => press('Save'))
    expect(sent).toMatchObject([{ title: 'Mine' }])
    expect(form.version).toBe(2)
  })

  it('takes over values that arrive after their version', () => {
    const { rerender } = render(show(row, 1))
    type('Title', 'Mine')
    rerender(show(row, 2))
    rerender(show({ ...row, limit: 7 }, 2))
    expect(screen.getByLabelText('Limit')).toHaveProperty('value', '7')
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Mine')
  })

  it('does not take its own save for somebody else’s', async () => {
    const { rerender } = render(show(row, 1))
    fill()
    type('Title', ' Mine ')
    let done = (_: boolean) => {}
    answer = () =>
      new Promise<boolean>((resolve) => {
        done = resolve
      })
    press('Save')
    // The store is updated before the promise of the save resolves.
    rerender(show({ ...form.values, title: 'Mine' }, 2))
    await act(async () => done(true))
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Mine')
    expect(screen.queryByRole('group', { name: /^Changed by/ })).toBeNull()
    expect(form.changed).toBe(false)
  })
})
