import { type ComponentType, lazy } from 'react'

/** A part whose code comes when it is first drawn: `lazyPart(async () => (await import('./X.tsx')).X)`. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))
