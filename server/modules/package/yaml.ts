import { isAlias, isMap, isScalar, parseDocument, visit, type YAMLMap } from 'yaml'
import { Refusal } from '../../core/errors.ts'

const MAX_LENGTH = 1024 * 1024

/** Any YAML or JSON value. */
export type Loose = null | boolean | number | string | Loose[] | { [key: string]: Loose }

const PLAIN_TAGS = new Set(
  ['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map((name) => `tag:yaml.org,2002:${name}`),
)

/**
 * Parses a YAML document into plain values. Refuses aliases, merges and tags, which can expand a few lines to
 * gigabytes.
 */
export function parseYaml(text: string, file: string): Loose {
  if (text.length > MAX_LENGTH)
    throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'yamlLength', max: MAX_LENGTH })
  const document = parseDocument(text, {
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    logLevel: 'silent',
  })
  visit(document, {
    Node: (_, node) => {
      const tag = 'tag' in node ? node.tag : undefined
      if (isAlias(node) || (tag && !PLAIN_TAGS.has(tag))) {
        throw new Refusal('PACKAGE_YAML_ALIAS', { file })
      }
      if (isMap(node) && repeatsKey(node)) throw new Refusal('PACKAGE_BROKEN', { file })
    },
  })
  if (document.errors.length > 0) throw new Refusal('PACKAGE_BROKEN', { file })
  return asLoose(document.toJS({ maxAliasCount: 0 }))
}

/** Whether a key stands in a map twice. The library compares each with every other: half a minute for 60,000 keys. */
const repeatsKey = ({ items }: YAMLMap): boolean =>
  new Set(items.map(({ key }) => (isScalar(key) ? key.value : key))).size < items.length

/** Parses JSON, with the same limit and the same refusal. */
export function parseJson(text: string, file: string, maxLength = 64 * MAX_LENGTH): Loose {
  if (text.length > maxLength) throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'jsonLength', max: maxLength })
  try {
    return JSON.parse(text) as Loose
  } catch {
    throw new Refusal('PACKAGE_BROKEN', { file })
  }
}

/** Copies own properties to an object without a prototype. */
function asLoose(value: unknown): Loose {
  if (Array.isArray(value)) return value.map(asLoose)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asLoose(inner)]))
  }
  return (value ?? null) as Loose
}

/** The value as a map, empty when it is none. */
export const mapOf = (value: Loose | undefined): { [key: string]: Loose } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/** The value as a list: itself, or a list of it; empty for null. */
export const listOf = (value: Loose | undefined): Loose[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]

/** The value as text when it is text or a number, else null. */
export const textOf = (value: Loose | undefined): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/** The value as a finite number, also from a string; else null. */
export function numberOf(value: Loose | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
