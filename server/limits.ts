import { GraphQLError, parse, type ValidationContext } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from './context.ts'
import { Refusal } from './core/errors.ts'

/**
 * What a document may be before anybody looks at what it asks for: reading and validating takes time as well. The
 * largest page of ours has 250 tokens and 2,200 characters, and so has the introspection of GraphiQL.
 */
const MAX_DOCUMENT = { characters: 65_536, tokens: 4_000 }

/** One request does a few things; a hundred logins in one are somebody guessing. */
const MAX_MUTATIONS = 10

/** Takes so many cost points from whoever asks, and answers whether there were enough. */
export type Spend = (ctx: Context, cost: number) => boolean

/** A request that is charged for more than its sender has left is refused. */
export function charge(spend: Spend, ctx: Context, cost: number): void {
  if (!spend(ctx, cost)) throw new Refusal('TOO_MANY_REQUESTS')
}

/** Refuses documents that are too large to be read, and those with too many mutations. */
export const bounded = (spend: Spend): Plugin<Context> => ({
  onParse({ params, context, setParseFn }) {
    const text = String(params.source)
    if (text.length > MAX_DOCUMENT.characters) throw new Refusal('QUERY_TOO_LARGE', MAX_DOCUMENT)
    charge(spend, (context as unknown as { ctx: Context }).ctx, 5 + Math.ceil(text.length / 32))
    setParseFn((source: string) => {
      try {
        return parse(source, { maxTokens: MAX_DOCUMENT.tokens })
      } catch (error) {
        if (error instanceof GraphQLError && error.message.includes(`${MAX_DOCUMENT.tokens} tokens`)) {
          throw new Refusal('QUERY_TOO_LARGE', MAX_DOCUMENT)
        }
        throw error
      }
    })
  },
  onSubscribe({ args }) {
    // Over HTTP nothing would end it with its login, nor count how many there are.
    if ('request' in (args.contextValue as object)) throw new Refusal('SUBSCRIBE_BY_WEBSOCKET')
  },
  onValidate({ addValidationRule }) {
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
