import { code } from './latexWords.ts'

/** An address without the escapes of LaTeX. */
const addressOf = (raw: string): string => raw.trim().replace(/\\([%&#_{}~$])/g, '$1')

/** `\url`; an address without a scheme is no link in Markdown and becomes code. */
export function urlText(raw: string): string {
  const address = addressOf(raw)
  return /^[a-z][a-z0-9+.-]{1,30}:[^\s<>]+$/i.test(address) ? `<${address}>` : code(address)
}

/** `\href`. */
export function linkText(raw: string, words: string): string {
  const address = addressOf(raw)
  return `[${words}](${/[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address})`
}

/** A picture by the name of its file. */
export function pictureText(name: string): string {
  const address = name.replace(/[\s()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `![](${address})`
}
