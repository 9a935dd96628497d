/**
 * Upload queue: files are sent one by one, with progress and the errors of refused ones:
 *
 *   const uploads = useUploads('slide', () => toast.success(t('…')))
 *   <DropZone label={…} accept="image/*" onFiles={uploads.add} />
 *   <UploadList {...uploads} />
 *
 * Finished uploads leave the list; unmounting aborts the others.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { shell } from '../shell.ts'
import { type UploadKind, upload } from './upload.ts'

export type Upload = {
  id: number
  name: string
  size: number
  state: 'waiting' | 'sending' | 'failed'
  /** Share sent, from 0 to 1. */
  share: number
  /** Why it was refused. */
  words: string | null
}

type Taken<Kind extends UploadKind> = Awaited<ReturnType<typeof upload<Kind>>>

export function useUploads<Kind extends UploadKind>(
  kind: Kind,
  onTaken?: (answer: Taken<Kind>, file: File) => void,
  /** Query parameters of a file's upload. */
  queryOf?: (file: File) => Readonly<Record<string, string>>,
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const files = useRef(new Map<number, File>())
  const queue = useRef<number[]>([])
  const sending = useRef<{ id: number; end: AbortController } | null>(null)
  const next = useRef(0)
  const taken = useRef(onTaken)
  taken.current = onTaken
  const query = useRef(queryOf)
  query.current = queryOf

  const change = useCallback(
    (id: number, to: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one))),
    [],
  )
  const drop = useCallback((id: number) => {
    files.current.delete(id)
    setUploads((all) => all.filter((one) => one.id !== id))
  }, [])

  const go = useCallback(async () => {
    if (sending.current) return
    for (let id = queue.current.shift(); id !== undefined; id = queue.current.shift()) {
      const file = files.current.get(id)
      if (!file) continue
      const key = id
      const end = new AbortController()
      sending.current = { id, end }
      change(id, { state: 'sending', share: 0, words: null })
      try {
        const onProgress = (share: number) => change(key, { share })
        const answer = await upload(kind, file, {
          onProgress,
          signal: end.signal,
          query: query.current?.(file),
        })
        drop(id)
        taken.current?.(answer, file)
      } catch (error) {
        if (end.signal.aborted) drop(id)
        else change(id, { state: 'failed', words: shell().words(error) })
      }
    }
    sending.current = null
  }, [kind, change, drop])

  const add = useCallback(
    (added: readonly File[]) => {
      const named = added.map((file) => ({ id: next.current++, file }))
      for (const { id, file } of named) {
        files.current.set(id, file)
        queue.current.push(id)
      }
      setUploads((all) => [
        ...all,
        ...named.map(
          ({ id, file }): Upload => ({
            id,
            name: file.name,
            size: file.size,
            state: 'waiting',
            share: 0,
            words: null,
          }),
        ),
      ])
      void go()
    },
    [go],
  )

  const cancel = useCallback(
    (id: number) => {
      if (sending.current?.id === id) sending.current.end.abort()
      else drop(id)
    },
    [drop],
  )

  const retry = useCallback(
    (id: number) => {
      change(id, { state: 'waiting', words: null })
      queue.current.push(id)
      void go()
    },
    [change, go],
  )

  useEffect(
    () => () => {
      queue.current = []
      sending.current?.end.abort()
    },
    [],
  )

  return { uploads, add, cancel, retry }
}
