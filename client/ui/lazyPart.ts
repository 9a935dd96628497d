import { type ComponentType, lazy } from 'react'
import { wordsHere } from '../../locales/needed.ts'

/**
 * A component whose code and words load when it is first rendered: `lazyPart(async () => (await
 * import('./X.tsx')).X)`.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const part = await load()
    await wordsHere()
    return { default: part }
  })
