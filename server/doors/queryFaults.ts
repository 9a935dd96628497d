import type { GraphQLError } from 'graphql'
import type { Locale } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'

/**
 * Messages of graphql-js about an operation, by their beginnings, with the names in them. Other messages are
 * reported by their position only.
 */
const FAULTS = [
  ['syntax', /^Syntax Error: (.+)/s],
  ['noField', /^Cannot query field "([^"]+)" on type "([^"]+)"/],
  ['noArgument', /^Unknown argument "([^"]+)" on (?:field|directive) "([^"]+)"/],
  ['noType', /^Unknown type "([^"]+)"/],
  ['noFragment', /^Unknown fragment "([^"]+)"/],
  ['noDirective', /^Unknown directive "([^"]+)"/],
  [
    'noOperation',
    /^(?:Unknown operation named|Could not determine what operation|Must provide operation name)/,
  ],
  ['noQuery', /^Must provide (?:query string|an operation)/],
  ['noVariable', /^Variable "\$([^"]+)" is not defined/],
  ['unusedVariable', /^Variable "\$([^"]+)" is never used/],
  ['missingVariable', /^Variable "\$([^"]+)" of (?:required|non-null) type "([^"]+)"/],
  ['wrongVariable', /^Variable "\$([^"]+)" (?:got invalid value|of type) (.+)/s],
  ['missingArgument', /^Field "([^"]+)" argument "([^"]+)" of type "[^"]+" is required/],
  ['missingInput', /^Field "([^"]+)" of required type "([^"]+)" was not provided/],
  ['noInput', /^Field "([^"]+)" is not defined by type "([^"]+)"/],
  ['noSelection', /^Field "([^"]+)" of type "([^"]+)" must have a selection/],
  ['noSubfields', /^Field "([^"]+)" must not have a selection since type "([^"]+)"/],
  ['noValue', /^Value "?([^"]+)"? does not exist in "([^"]+)" enum/],
  ['wrongValue', /^(?:Int|Float|String|Boolean|ID|Expected value|Enum) /],
  ['unreadable', /^POST body (?:sent )?(?:is )?(?:invalid|expected)/],
] as const satisfies readonly (readonly [string, RegExp])[]

/** The message of graphql-js in the viewer's language; names and types stay as written. */
export function sayQueryFault(error: GraphQLError, locale: Locale): string {
  const t = createTranslator(locale)
  const { message, locations } = error
  const { line = 1, column = 1 } = locations?.[0] ?? {}
  for (const [fault, pattern] of FAULTS) {
    const [, name = '', type = ''] = pattern.exec(message) ?? []
    if (pattern.test(message)) return t(`graph:fault.${fault}`, { name, type, line, column })
  }
  return t('graph:fault.other', { line, column })
}
