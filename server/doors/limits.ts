import { GraphQLError, type GraphQLSchema, parse, type ValidationContext, validate } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../context.ts'
import { Refusal } from '../core/errors.ts'
import { type Weight, weigh } from './weigh.ts'

/**
 * Largest document that is parsed and validated. The largest page of ours has 250 tokens and 2,200
 * characters, like the introspection of GraphiQL.
 */
const MAX_DOCUMENT = { characters: 65_536, tokens: 2_500 }

/** Maximum errors: each one searches for similar names. */
const MAX_ERRORS = 10

/** Maximum mutations of a request: a hundred logins in one would be guessing. */
const MAX_MUTATIONS = 10

/** Takes cost points from the caller; false when too few are left. */
export type Spend = (ctx: Context, cost: number) => boolean

/**
 * Takes cost points afterwards, even below zero: the caller's next request is refused until they are
 * refilled.
 */
export type Owe = (ctx: Context, cost: number) => void

/**
 * Cost points of an operation. An expensive one delays all others while it runs, so the price grows faster
 * than the complexity: twice at 1,500, four times at the maximum.
 */
export const priceOf = (complexity: number): number => Math.ceil(complexity * (1 + complexity / 1500))

/** Cost points of the text of a document, each time it is sent. */
export const priceOfText = (text: string): number => 5 + Math.ceil(text.length / 32)

/** Characters of an answer that are included in the price of its fields; pages of ours have fewer. */
const LENGTH_INCLUDED = 65_536

/** Cost points of the length of an answer: a million characters block the process for some 25 ms. */
export const priceOfLength = (characters: number): number =>
  Math.ceil(Math.max(characters - LENGTH_INCLUDED, 0) / 20)

/** Cost points of parsing and validating a document for the first time. */
const priceOfReading = (text: string, { selections, overlaps }: Weight): number =>
  Math.ceil(text.length / 8 + 2 * selections + overlaps)

/** Refuses a request that costs more than the caller has left. */
export function charge(spend: Spend, ctx: Context, cost: number): void {
  if (!spend(ctx, cost)) throw new Refusal('TOO_MANY_REQUESTS')
}

/**
 * Refuses documents that are too large, too expensive to validate, or have too many mutations. Cached
 * documents cost next to nothing.
 */
export const bounded = (spend: Spend, schema: GraphQLSchema): Plugin<Context> => ({
  onParse({ params, context, setParseFn }) {
    const text = String(params.source)
    if (text.length > MAX_DOCUMENT.characters) throw new Refusal('QUERY_TOO_LARGE', MAX_DOCUMENT)
    const { ctx } = context as unknown as { ctx: Context }
    charge(spend, ctx, priceOfText(text))
    let weight: Weight | null = null
    setParseFn((source: string) => {
      try {
        const document = parse(source, { maxTokens: MAX_DOCUMENT.tokens })
        weight = weigh(document, schema)
        return document
      } catch (error) {
        if (error instanceof GraphQLError && error.message.includes(`${MAX_DOCUMENT.tokens} tokens`)) {
          throw new Refusal('QUERY_TOO_LARGE', MAX_DOCUMENT)
        }
        throw error
      }
    })
    // Not in parsing: an error thrown there would be cached with the document for every caller.
    return () => {
      if (weight) charge(spend, ctx, priceOfReading(text, weight))
    }
  },
  onSubscribe({ args }) {
    // Over HTTP nothing would end it with its session, nor count it.
    if ('request' in (args.contextValue as object)) throw new Refusal('SUBSCRIBE_BY_WEBSOCKET')
  },
  onValidate({ addValidationRule, setValidationFn }) {
    setValidationFn((of, document, rules) => validate(of, document, rules, { maxErrors: MAX_ERRORS }))
    addValidationRule((validation: ValidationContext) => {
      let mutations = 0
      return {
        Field() {
          const type = validation.getSchema().getMutationType()
          if (!type || validation.getParentType() !== type) return
          if (++mutations === MAX_MUTATIONS + 1) validation.reportError(new Refusal('QUERY_TOO_COSTLY'))
        },
      }
    })
  },
})
