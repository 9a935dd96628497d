import { GraphQLError, type GraphQLSchema, parse, type ValidationContext, validate } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../context.ts'
import { Refusal } from '../core/errors.ts'
import { type Weight, weigh } from './weigh.ts'

/**
 * What a document may be before anybody looks at what it asks for: reading and validating takes time as well. The
 * largest page of ours has 250 tokens and 2,200 characters, and so has the introspection of GraphiQL.
 */
const MAX_DOCUMENT = { characters: 65_536, tokens: 2_500 }

/** Each error looks for names like the wrong one, and nobody reads more of them. */
const MAX_ERRORS = 10

/** One request does a few things; a hundred logins in one are somebody guessing. */
const MAX_MUTATIONS = 10

/** Takes so many cost points from anyone who asks, and answers whether there were enough. */
export type Spend = (ctx: Context, cost: number) => boolean

/** Takes cost points of somebody after the fact, though they have fewer: what they ask next waits for them. */
export type Owe = (ctx: Context, cost: number) => void

/**
 * The cost points of an operation. What is dear holds everybody up while it runs and not its sender alone, so it
 * costs more than in proportion: twice at 1,500, four times at the most that is allowed.
 */
export const priceOf = (complexity: number): number => Math.ceil(complexity * (1 + complexity / 1500))

/** What a document costs whenever it is sent, read before or not. */
export const priceOfText = (text: string): number => 5 + Math.ceil(text.length / 32)

/** So many characters of an answer are in the price of its fields; pages of ours have less. */
const LENGTH_INCLUDED = 65_536

/**
 * What an answer costs for its length, which is known only when it is there: a million characters keep the process
 * from all others for some 25 ms.
 */
export const priceOfLength = (characters: number): number =>
  Math.ceil(Math.max(characters - LENGTH_INCLUDED, 0) / 20)

/** What parsing and validating a document costs the first time, in the same points. */
const priceOfReading = (text: string, { selections, overlaps }: Weight): number =>
  Math.ceil(text.length / 8 + 2 * selections + overlaps)

/** A request that is charged for more than its sender has left is refused. */
export function charge(spend: Spend, ctx: Context, cost: number): void {
  if (!spend(ctx, cost)) throw new Refusal('TOO_MANY_REQUESTS')
}

/**
 * Refuses documents that are too large to be read, ask for too much to be validated or have too many mutations. Those
 * that were read before cost next to nothing: they are kept.
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
    // Not where it parses: what is thrown there is kept as what is wrong with the document, no matter who sends it.
    return () => {
      if (weight) charge(spend, ctx, priceOfReading(text, weight))
    }
  },
  onSubscribe({ args }) {
    // Over HTTP nothing would end it with its login, nor count how many there are.
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
