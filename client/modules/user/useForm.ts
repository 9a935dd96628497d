/**
 * The state of a small form that is checked as one types: a fault is said once its field was left, or at once when
 * typing on cannot mend it; sending says all of them and goes to the first.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Fault, isSaidAtOnce } from './rules.ts'

type Values<Name extends string> = Readonly<Record<Name, string>>

/** What is wrong with each field now. */
export type Faults<Name extends string> = (values: Values<Name>) => Record<Name, Fault | null>

export function useForm<Name extends string>(initial: Values<Name>, faultsOf: Faults<Name>) {
  const { t } = useTranslation()
  const [values, setValues] = useState(initial)
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [sent, setSent] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const faults = faultsOf(values)

  // After a vain attempt the first field that is wrong is the next thing to do.
  useEffect(() => {
    if (sent > 0) form.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus()
  }, [sent])

  const leave = (...names: Name[]) => setLeft((before) => new Set([...before, ...names]))

  return {
    form,
    values,
    set: (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value })),

    /** Empties a field, as if nobody had been there. */
    reset: (name: Name) => {
      setValues((before) => ({ ...before, [name]: '' }))
      setLeft((before) => new Set([...before].filter((each) => each !== name)))
    },

    /** The words under a field. */
    fault: (name: Name): string | null => {
      const fault = faults[name]
      const said = fault && (left.has(name) || (values[name] && isSaidAtOnce(fault)))
      return said ? t(`user:fault.${fault}`) : null
    },

    /** The field was left: from now on it is checked with every key. */
    leave: (name: Name) => values[name] && leave(name),

    /** Whether these fields are fine; says what is not. */
    check: (...names: Name[]): boolean => {
      const wrong = names.filter((name) => faults[name])
      if (wrong.length === 0) return true
      leave(...wrong)
      setSent((times) => times + 1)
      return false
    },

    /** For the form's onSubmit: sends when nothing is wrong. */
    sending: (send: () => void) => (event: FormEvent) => {
      event.preventDefault()
      const names = Object.keys(values) as Name[]
      const wrong = names.filter((name) => faults[name])
      if (wrong.length === 0) return send()
      leave(...wrong)
      setSent((times) => times + 1)
    },
  }
}
