import type { Plugin } from 'vite'

const REFUSES = "export default () => { throw new Error('This part is not in the build') }"

/** What Relay's store asks of its resolvers when there are none: Relay's own empty cache, with the calls it lacks. */
const NO_RESOLVERS = `
import { NoopResolverCache } from 'relay-runtime/lib/store/ResolverCache.js'
export class LiveResolverCache extends NoopResolverCache {
  unsubscribeFromLiveResolverRecords() {}
  invalidateResolverRecords() {}
}`

type Part = { importer: string; source: string; instead?: string }

/**
 * What packages carry and we never run: Relay's hooks for React without Activity (its own flag says that the other
 * set is used), its updatable queries, resolvers in the client and mutations by configuration, the ripples of buttons,
 * which the theme turns off, and what only Emotion's `withTheme` needs. Should one be called after all, it says so.
 */
const LEFT_OUT: Part[] = [
  { importer: '/react-relay/', source: '/useFragmentInternal_CURRENT' },
  { importer: '/@mui/material/ButtonBase/', source: '/TouchRipple.mjs' },
  { importer: '/relay-runtime/', source: '/readUpdatableFragment' },
  { importer: '/relay-runtime/', source: '/readUpdatableQuery' },
  { importer: '/relay-runtime/', source: '/LiveResolverCache', instead: NO_RESOLVERS },
  { importer: '/relay-runtime/', source: '/RelayDeclarativeMutationConfig' },
  { importer: '/@emotion/react/', source: 'hoist-non-react-statics' },
]

const NOTHING = '\0nothing/'

export const leftOut = (): Plugin => ({
  name: 'left-out',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, from) => {
    const at = LEFT_OUT.findIndex((one) => from?.includes(one.importer) && source.endsWith(one.source))
    return at < 0 ? null : `${NOTHING}${LEFT_OUT[at]?.instead ? at : ''}`
  },
  load: (id) =>
    id.startsWith(NOTHING) ? (LEFT_OUT[Number(id.slice(NOTHING.length) || -1)]?.instead ?? REFUSES) : null,
})
