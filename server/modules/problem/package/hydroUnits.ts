import { type Loose, textOf } from './yaml.ts'

/** `500ms`, `1.5s`, `1m`. */
export function milliseconds(value: Loose | undefined): number | null {
  const [, number = '', unit = 's'] = /^([\d.]+)\s*(ms|s|m)?$/i.exec(textOf(value)?.trim() ?? '') ?? []
  const factor = { ms: 1, s: 1000, m: 60_000 }[unit.toLowerCase()] ?? 1000
  return number === '' ? null : Math.round(Number(number) * factor)
}

/** `256m`, `1g`, `65536k`. */
export function megabytes(value: Loose | undefined): number | null {
  const [, number = '', unit = 'm'] = /^([\d.]+)\s*([kmg])?(?:i?b)?$/i.exec(textOf(value)?.trim() ?? '') ?? []
  const factor = { k: 1 / 1024, m: 1, g: 1024 }[unit.toLowerCase()] ?? 1
  return number === '' ? null : Math.ceil(Number(number) * factor)
}
