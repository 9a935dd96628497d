import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { RelayEnvironmentProvider } from 'react-relay'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import mutation, { type logoutMutation } from '../__generated__/logoutMutation.graphql.ts'
import { RefusedError, UnreachableError } from './refusal.ts'
import { connectShell } from './shell.ts'
import { useMutation } from './useMutation.ts'

const told: string[] = []
connectShell({
  words: (error) => (error instanceof RefusedError ? `words of ${error.code}` : 'nobody answers'),
  tell: (text) => told.push(text),
  askToSignIn: () => undefined,
  tellOffline: () => undefined,
  recheckViewer: () => undefined,
})

beforeEach(() => {
  told.length = 0
})
afterEach(cleanup)

function mounted(options: Parameters<typeof useMutation<logoutMutation>>[1] = {}) {
  const environment = createMockEnvironment()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RelayEnvironmentProvider environment={environment}>{children}</RelayEnvironmentProvider>
  )
  const { result, unmount } = renderHook(() => useMutation<logoutMutation>(mutation, options), { wrapper })
  const begin = () => {
    let done: Promise<unknown> = Promise.resolve()
    act(() => {
      done = result.current[0]({})
    })
    return done
  }
  const refuse = async (error: Error) => {
    const done = begin()
    act(() => environment.mock.rejectMostRecentOperation(error))
    return await done
  }
  return { environment, result, unmount, begin, refuse }
}

describe('useMutation', () => {
  it('answers what the server answered', async () => {
    const { environment, result, begin } = mounted()
    const done = begin()
    expect(result.current[1].pending).toBe(true)
    act(() => environment.mock.resolveMostRecentOperation({ data: { logout: { sessionId: 'ended' } } }))
    expect(await done).toEqual({ logout: { sessionId: 'ended' } })
    expect(result.current[1].pending).toBe(false)
    expect(told).toEqual([])
  })

  it('puts a refused field under the field, and takes it back when it is changed', async () => {
    const { result, refuse } = mounted()
    expect(await refuse(new RefusedError('USERNAME_TAKEN', '', { field: 'username' }))).toBeNull()
    expect(result.current[1].fieldErrors).toEqual({ username: 'words of USERNAME_TAKEN' })
    expect(told).toEqual([])
    act(() => result.current[1].clear('username'))
    expect(result.current[1].fieldErrors).toEqual({})
  })

  it('says everything else in passing, also a field the form does not have', async () => {
    const { refuse } = mounted({ fields: ['password'] })
    await refuse(new RefusedError('SUBMIT_TOO_SOON', ''))
    await refuse(new RefusedError('USERNAME_TAKEN', '', { field: 'username' }))
    await refuse(new UnreachableError('network'))
    expect(told).toEqual(['words of SUBMIT_TOO_SOON', 'words of USERNAME_TAKEN', 'nobody answers'])
  })

  it('says in passing what a dialog that was closed meanwhile can show no more', async () => {
    const form = { refuse: () => [], stale: () => undefined }
    for (const options of [{}, { form }, { form, quiet: true }]) {
      const { environment, begin, unmount } = mounted(options)
      const done = begin()
      unmount()
      environment.mock.rejectMostRecentOperation(
        new RefusedError('USERNAME_TAKEN', '', { field: 'username' }),
      )
      await done
    }
    expect(told).toEqual(Array(3).fill('words of USERNAME_TAKEN'))
  })

  it('says nothing where the caller speaks itself, or a login is asked for already', async () => {
    const { result, refuse } = mounted({ quiet: true })
    await refuse(new RefusedError('NOT_SOLVED', ''))
    expect(result.current[1].refusal?.code).toBe('NOT_SOLVED')
    const { refuse: again } = mounted()
    await again(new RefusedError('UNAUTHENTICATED', ''))
    expect(told).toEqual([])
  })
})
