import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openGroups } from '../support/browserGroups.ts'
import { openBrowserSite, setSubmitInterval } from '../support/browserSite.ts'
import { expectFineLooks, expectFinePages } from '../support/looks.ts'
import { type Visitor, visit } from '../support/visitor.ts'

/** A teacher and two students through homework: times, live matrix, extension, grade and spreadsheet (area-rules T13). */

const stage = openBrowserSite()

const { newName, makeGroup, join, askAs } = openGroups(stage)

const ACCEPTED = '#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b; }'
const WRONG = '#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a - b; }'

type Found = { problem: { id: string; number: number } }

const FIND = 'query ($displayId: String!) { problem(displayId: $displayId) { id number } }'

/** Submits a C++ program for P1001 as somebody; it is judged for real. */
async function submit(token: string, source: string): Promise<void> {
  const { problem } = await askAs<Found>(token, FIND, { displayId: 'P1001' })
  const input = { problemId: problem.id, language: 'cpp17', source }
  await askAs(token, 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }', { input })
}

/** A local time as the input takes it; `hours` from now. */
const localTime = (page: Page, hours: number) =>
  page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 3600_000)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, hours)

let made = { group: 0, training: 0, teacher: '', student: '' }

/** A group with a teacher, two students and a training with two problems of the site. */
async function openClass() {
  const group = await makeGroup()
  const names = [newName('teacher'), newName('amy'), newName('bob')] as const
  const [teacher, amy, bob] = [
    await join(group, names[0], 'ADMIN'),
    await join(group, names[1], 'MEMBER'),
    await join(group, names[2], 'MEMBER'),
  ]
  const { trainingCategories } = await askAs<{ trainingCategories: { id: string }[] }>(
    teacher,
    '{ trainingCategories { id } }',
    {},
  )
  const fields = { title: 'Week six', description: 'Sums', categoryId: trainingCategories[0]?.id }
  const { createTraining } = await askAs<{ createTraining: { id: string; number: number } }>(
    teacher,
    'mutation ($input: CreateTrainingInput!) { createTraining(input: $input) { id number } }',
    { input: { groupId: group.id, fields } },
  )
  for (const displayId of ['P1001', 'P1013']) {
    const { problem } = await askAs<Found>(teacher, FIND, { displayId })
    const input = { trainingId: createTraining.id, problemNumber: problem.number, origin: 'PUBLIC' }
    await askAs(
      teacher,
      'mutation ($input: AddTrainingProblemInput!) { addTrainingProblem(input: $input) { id } }',
      { input },
    )
  }
  return { group, names, tokens: { teacher, amy, bob }, training: createTraining }
}

const rowOf = (page: Page, username: string) => page.locator(`[role=row][data-row="${username}"]`)

it('goes from its times over live results to a grade that the student reads (area-rules T13)', async () => {
  await setSubmitInterval(stage, 0)
  const { group, names, tokens, training } = await openClass()
  const [, amy, bob] = names
  const base = `${stage.site.url}/group/${group.number}/training/${training.number}`
  made = { group: group.number, training: training.number, teacher: tokens.teacher, student: tokens.amy }
  const teacher = await visit(stage.browser, stage.site.url, tokens.teacher)
  const { page } = teacher

  // The times.
  await page.goto(base)
  await page.getByRole('button', { name: 'Assign as homework' }).click()
  const times = page.getByRole('dialog', { name: 'Homework times' })
  await times.getByLabel('Opens').fill(await localTime(page, -24))
  await times.getByLabel('Due').fill(await localTime(page, -25))
  await times.getByRole('button', { name: 'Save' }).click()
  await times.getByText('The due time must be after the opening').waitFor()
  await times.getByLabel('Due').fill(await localTime(page, 24))
  await times.getByRole('button', { name: 'Earn a share' }).click()
  await times.getByLabel('Share of the points').fill('50')
  await times.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Homework times saved').waitFor()
  await page.getByText(/late submissions earn 50%/).waitFor()

  // The matrix has a row for each student, and follows their verdicts.
  await page.getByRole('navigation', { name: 'Week six' }).getByRole('link', { name: 'Progress' }).click()
  await rowOf(page, amy).getByText('No submissions').waitFor()
  await rowOf(page, bob).waitFor()
  const cut = await page.getByPlaceholder('User name, real name or number').evaluate((field) => {
    const { value, placeholder } = field as HTMLInputElement
    Object.assign(field, { value: placeholder })
    const isCut = field.scrollWidth > field.clientWidth
    Object.assign(field, { value })
    return isCut
  })
  expect(cut).toBe(false)
  expect(await page.getByRole('row').filter({ hasText: names[0] }).count()).toBe(0)
  await submit(tokens.amy, WRONG)
  await rowOf(page, amy)
    .getByRole('button', { name: /^P1001: 1 wrong/ })
    .waitFor()
  await submit(tokens.amy, ACCEPTED)
  await rowOf(page, amy)
    .getByRole('button', { name: /^P1001: solved .*, 1 wrong before/ })
    .waitFor()

  // After the due time a result is late and earns its share; an extension moves the time of one student.
  await askAs(tokens.teacher, 'mutation ($input: SetHomeworkInput!) { setHomework(input: $input) { id } }', {
    input: {
      id: training.id,
      times: { dueAt: new Date(Date.now() - 60_000), latePercent: 50, closesReading: false },
    },
  })
  await submit(tokens.bob, ACCEPTED)
  const late = rowOf(page, bob).getByRole('button', { name: /^P1001: solved .* · late/ })
  await late.waitFor()
  await rowOf(page, bob).hover()
  await rowOf(page, bob)
    .getByRole('button', { name: `Extend the due time of ${bob}` })
    .click()
  const extension = page.getByRole('dialog', { name: `Extend the due time of ${bob}` })
  await extension.getByLabel('New due time').fill(await localTime(page, 3))
  await extension.getByLabel('Reason').fill('Illness')
  await extension.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Due time of ${bob} extended`).waitFor()
  await late.waitFor({ state: 'detached' })

  // A grade reaches the student's open page.
  const student = await visit(stage.browser, stage.site.url, tokens.bob)
  await student.page.goto(`${base}/problems`)
  const own = student.page.getByRole('region', { name: 'My homework' })
  await own.getByText('100 / 200').waitFor()
  await own.getByText('Illness').waitFor()
  await student.page.waitForLoadState('networkidle')
  expect(await student.page.getByRole('link', { name: 'Progress' }).count()).toBe(0)
  await rowOf(page, bob)
    .getByRole('button', { name: /^P1001/ })
    .click()
  const grade = page.getByRole('dialog', { name: new RegExp(`^${bob} · P1001`) })
  await grade.getByLabel('Points').fill('65')
  await grade.getByLabel('Note').fill('Explain the **loop**')
  await grade.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, bob)
    .getByRole('button', { name: /graded 65/ })
    .waitFor()
  await own.getByText('65 / 200').waitFor()
  await own.getByText('Explain the **loop**').waitFor()

  // An extension that is taken back closes the homework on the student's open page.
  await student.page.getByText(/extended for you/).waitFor()
  const RESULTS = 'query ($number: Int!) { training(number: $number) { matrix { uid username } } }'
  type Results = { training: { matrix: { uid: string; username: string }[] } }
  const { matrix } = (await askAs<Results>(tokens.teacher, RESULTS, { number: training.number })).training
  const input = { id: training.id, uid: matrix.find(({ username }) => username === bob)?.uid, dueAt: null }
  await askAs(
    tokens.teacher,
    'mutation ($input: ExtendHomeworkInput!) { extendHomework(input: $input) { id } }',
    {
      input,
    },
  )
  await student.page.getByText('Late submissions', { exact: true }).waitFor()
  await student.page.getByText(/extended for you/).waitFor({ state: 'detached' })

  // Filter, order and spreadsheet.
  await page.getByRole('button', { name: /^Unfinished/ }).click()
  await page.getByRole('textbox', { name: 'User name, real name or number' }).fill(amy)
  await rowOf(page, bob).waitFor({ state: 'detached' })
  await rowOf(page, amy).waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await file).suggestedFilename()).toBe(`training_${training.number}_results.xlsx`)

  // A student has no matrix at its address either.
  await student.page.goto(`${base}/matrix`)
  await student.page.getByText('404').waitFor()
  for (const who of [teacher, student] satisfies Visitor[]) {
    expect(who.complaints).toEqual([])
    await who.close()
  }
})

it('is summed in a gradebook for the teacher, live, and in an own list for the student (area-rules T13)', async () => {
  const { group, names, tokens, training } = await openClass()
  const [, amy, bob] = names
  const base = `${stage.site.url}/group/${group.number}/training`
  const teacher = await visit(stage.browser, stage.site.url, tokens.teacher)
  const { page } = teacher
  await page.goto(base)
  await page.getByRole('link', { name: 'Grades' }).click()
  await page.getByText('No homework or exams yet').waitFor()
  await askAs(tokens.teacher, 'mutation ($input: SetHomeworkInput!) { setHomework(input: $input) { id } }', {
    input: {
      id: training.id,
      times: { dueAt: new Date(Date.now() - 1000), latePercent: 50, closesReading: false },
    },
  })
  await rowOf(page, amy).getByText('0').first().waitFor()
  const student = await visit(stage.browser, stage.site.url, tokens.bob)
  await student.page.goto(`${base}/gradebook`)
  await student.page.getByRole('heading', { name: 'My grades' }).waitFor()
  await submit(tokens.bob, ACCEPTED)
  // Half of one of two problems, late: mean and share.
  await expect.poll(() => rowOf(page, bob).getByText('25', { exact: true }).count()).toBe(2)
  await expect.poll(() => student.page.getByText('25%', { exact: true }).count()).toBe(2)
  expect(await student.page.getByText(amy).count()).toBe(0)

  await page.getByRole('textbox', { name: 'User name, real name or number' }).fill(amy)
  await rowOf(page, bob).waitFor({ state: 'detached' })
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await file).suggestedFilename()).toBe(`group_${group.number}_gradebook.xlsx`)
  await page.getByRole('link', { name: 'Week six' }).click()
  await page.waitForURL(`${base}/${training.number}/matrix`)
  for (const who of [teacher, student] satisfies Visitor[]) {
    expect(who.complaints).toEqual([])
    await who.close()
  }
})

it('has a column for a contest that its form calls an exam (area-rules T14)', async () => {
  const { group, names, tokens } = await openClass()
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, tokens.teacher)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { createContest: exam } = await askAs<{ createContest: { id: string; number: number } }>(
    tokens.teacher,
    'mutation ($input: CreateContestInput!) { createContest(input: $input) { id number } }',
    {
      input: {
        ...{ groupId: group.id, type: 'ACM', title: 'Midterm', startsAt: at(-60), endsAt: at(-1) },
        fields: { description: 'Ropes' },
      },
    },
  )
  const { problem } = await askAs<Found>(tokens.teacher, FIND, { displayId: 'P1001' })
  await askAs(
    tokens.teacher,
    'mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }',
    { input: { contestId: exam.id, problemNumber: problem.number, label: 'A' } },
  )
  const student = await visit(stage.browser, stage.site.url, tokens.amy)
  await student.page.goto(`${stage.site.url}/group/${group.number}/training/gradebook`)
  await student.page.getByText('No homework or exams yet').waitFor()

  await page.goto(`${stage.site.url}/group/${group.number}/contest/manage/${exam.number}/edit`)
  await page.getByRole('switch', { name: 'Exam' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await student.page.getByRole('link', { name: 'Midterm' }).waitFor()
  await student.page.getByText('0%').first().waitFor()
  if (process.env.SHOTS) await student.page.screenshot({ path: `${process.env.SHOTS}/own-exam.png` })
  await page.goto(`${stage.site.url}/group/${group.number}/training/gradebook`)
  await rowOf(page, names[1]).getByText('0', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Midterm' }).click()
  await page.waitForURL(`**/contest/${exam.number}/rank`)
  for (const found of [complaints, student.complaints]) expect(found).toEqual([])
  await student.close()
  await close()
})

it('keeps its problems to its times where the teacher wants it, and opens them by itself (area-rules T13)', async () => {
  const { group, tokens, training } = await openClass()
  const opensAt = new Date(Date.now() + 8_000)
  await askAs(tokens.teacher, 'mutation ($input: SetHomeworkInput!) { setHomework(input: $input) { id } }', {
    input: {
      id: training.id,
      times: { opensAt, dueAt: new Date(Date.now() + 3600_000), latePercent: 0, closesReading: true },
    },
  })
  const { page, complaints, close } = await visit(stage.browser, stage.site.url, tokens.amy)
  await page.goto(`${stage.site.url}/group/${group.number}/training/${training.number}/problems`)
  const closed = page.getByRole('heading', { name: 'Problems are closed' })
  const table = page.getByRole('table', { name: 'Problems' })
  await closed.or(table).waitFor()
  await table.getByText('P1001').waitFor()
  expect(Date.now()).toBeGreaterThanOrEqual(opensAt.getTime())
  expect(await closed.count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

it('catches up after the network was away, and shows no results once the session has ended', async () => {
  await setSubmitInterval(stage, 0)
  const { group, names, tokens, training } = await openClass()
  const { page, context, close } = await visit(stage.browser, stage.site.url, tokens.teacher)
  await page.goto(`${stage.site.url}/group/${group.number}/training/${training.number}/matrix`)
  const row = rowOf(page, names[1])
  await row.getByText('No submissions').waitFor()
  await context.setOffline(true)
  await page.getByText('You are offline. Your input is kept').waitFor()
  await submit(tokens.amy, ACCEPTED)
  expect(await row.isVisible()).toBe(true)
  await context.setOffline(false)
  await row.getByRole('button', { name: /^P1001: solved/ }).waitFor()
  await fetch(`${stage.site.url}/api/logout`, { headers: { authorization: tokens.teacher } })
  await page.getByText('Your session has ended').waitFor()
  await row.waitFor({ state: 'detached' })
  // By its text: the login dialog, which hides the page from screen readers, may be open by now.
  await page.locator('header button', { hasText: 'Log in' }).waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/matrix-ended.png` })
  await close()
})

it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
  const { group, training, teacher, student } = made
  expect(training).toBeGreaterThan(0)
  const trainings = `${stage.site.url}/group/${group}/training`
  const base = `${trainings}/${training}`
  for (const locale of ['zh-CN', 'en-US'] as const) {
    const grader = await visit(stage.browser, stage.site.url, teacher, { locale })
    await expectFinePages(grader, base, ['/matrix'], '[data-row]')
    await grader.page.locator('[data-row]').first().getByRole('button', { name: /P1001/ }).click()
    await grader.page.getByRole('dialog').waitFor()
    await expectFineLooks(grader, `homework cell ${locale}`)
    await expectFinePages(grader, trainings, ['/gradebook'], '[data-row]')
    const learner = await visit(stage.browser, stage.site.url, student, { locale })
    await expectFinePages(learner, base, ['/problems'])
    await expectFinePages(learner, trainings, ['/gradebook'], 'li a[href*="/training/"]')
    expect(grader.complaints).toEqual([])
    for (const who of [grader, learner]) await who.close()
  }
})
