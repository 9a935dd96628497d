import type { FormEvent } from 'react'
import { isSame } from './paths.ts'
import type { Faults, Form } from './useForm.ts'

type Options<Values extends object> = {
  /** Values as the server returns them after a save. */
  tidy: (values: Values) => Values
  rules: (values: Values) => Faults<Values>
  onSend: () => unknown
}

/** Submits a form with its fields tidied; while any is invalid none changes, so that it can be corrected. */
export const sendingTidy =
  <Values extends object>(form: Form<Values>, { tidy, rules, onSend }: Options<Values>) =>
  (event: FormEvent): void => {
    const values = tidy(form.values)
    const isFine = Object.values(rules(values)).every((fault) => !fault)
    for (const field of isFine ? (Object.keys(values) as (keyof Values & string)[]) : [])
      if (!isSame(values[field], form.values[field])) form.set(field as never, values[field] as never)
    form.sending(onSend)(event)
  }
