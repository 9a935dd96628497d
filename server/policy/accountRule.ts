/**
 * Accounts a contest accepts, in the format of the reference system:
 * `<prefix>P</prefix><suffix>S</suffix><start>a</start><end>b</end><extra>u1 u2</extra>`.
 */
export type AccountRule = { prefix: string; suffix: string; start: number; end: number; extra: string[] }

/** Text without angle brackets, which would break the tags. */
const plain = (text: string) => text.replace(/[<>]/g, '')

/** Serializes the rule. */
export const writeRule = ({ prefix, suffix, start, end, extra }: AccountRule): string =>
  `<prefix>${plain(prefix)}</prefix><suffix>${plain(suffix)}</suffix><start>${start}</start><end>${end}</end>` +
  `<extra>${extra.map(plain).join(' ')}</extra>`

const within = (tag: string, text: string): string => {
  const from = text.indexOf(`<${tag}>`)
  const to = text.indexOf(`</${tag}>`, from)
  return from < 0 || to < 0 ? '' : text.slice(from + tag.length + 2, to)
}

const whole = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : null)

/** Parses a rule. Missing parts are empty; numbers that do not parse accept no account. */
export function readRule(text: string): AccountRule {
  const [start, end] = [whole(within('start', text)), whole(within('end', text))]
  return {
    prefix: within('prefix', text),
    suffix: within('suffix', text),
    ...(start === null || end === null ? { start: 1, end: 0 } : { start, end }),
    extra: within('extra', text)
      .split(/\s+/)
      .filter((name) => name !== ''),
  }
}

/** Latin letters in lower case, which PostgreSQL's `translate` does alike under every collation. */
const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * Whether a rule accepts a username: an unpadded number between prefix and suffix, or a listed extra. Latin letters
 * match in any case, as they do in logins.
 */
export function fitsRule(rule: string | null, username: string): boolean {
  if (rule === null) return true
  const { prefix, suffix, start, end, extra } = readRule(lowered(rule))
  const name = lowered(username)
  if (extra.includes(name)) return true
  if (!name.startsWith(prefix) || !name.slice(prefix.length).endsWith(suffix)) return false
  const middle = name.slice(prefix.length, name.length - suffix.length)
  if (!/^(0|[1-9]\d{0,8})$/.test(middle)) return false
  return start <= Number(middle) && Number(middle) <= end
}

/** The rule with one of its extras under another name. */
export function renamedIn(rule: string | null, before: string, after: string): string | null {
  if (rule === null) return null
  const { extra, ...range } = readRule(rule)
  const isNamed = (name: string) => lowered(name) === lowered(before)
  if (!extra.some(isNamed)) return rule
  return writeRule({ ...range, extra: extra.map((name) => (isNamed(name) ? after : name)) })
}
