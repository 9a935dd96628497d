import { useRef, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { useTestUploadQuery } from '../../__generated__/useTestUploadQuery.graphql.ts'
import { failureWords } from '../../app/failures.ts'
import { toast } from '../../app/toasts.ts'
import { upload } from '../../relay/files/upload.ts'
import { useUploads } from '../../relay/files/useUploads.ts'
import { useWhenSent } from '../../relay/useWhenSent.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { type Mode, type Row, type Side, withPairs } from './testRows.ts'

type Options = {
  rows: readonly Row[]
  setRows: (rows: readonly Row[]) => void
  mode: Mode
  /** Whether an upload replaces all rows or is added to them. */
  how: 'add' | 'replace'
}

/** Most file names listed. */
const MOST_NAMED = 6

/** Uploads test files and merges them into the rows. */
export function useTestUpload({ rows, setRows, mode, how }: Options) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const place = usePlace()
  /** Uploads for a group's problem name the group by whose rights they are. */
  const right: Record<string, string> = place === null ? {} : { gid: String(place) }
  const [note, setNote] = useState<string | null>(null)
  const [reading, setReading] = useState(0)
  /** Id of the upload that loose files dropped together go into. */
  const into = useRef<string | null>(null)
  /** Uploads whose tests are not in the rows yet. */
  const brought = useRef(new Set<string>())
  const latest = useRef({ rows, mode, how })
  latest.current = { rows, mode, how }

  const look = (number: string) =>
    fetchQuery<useTestUploadQuery>(
      environment,
      graphql`
        query useTestUploadQuery($number: String!) {
          testUpload(number: $number) {
            pairs {
              input {
                name
                bytes
                notes
              }
              answer {
                name
                bytes
                notes
              }
            }
            left {
              name
              bytes
              notes
            }
          }
        }
      `,
      { number },
    ).toPromise()

  const take = async (number: string) => {
    setReading((count) => count + 1)
    try {
      const { pairs, left } = (await look(number))?.testUpload ?? { pairs: [], left: [] }
      const now = latest.current
      setRows(withPairs(now.how === 'replace' ? [] : now.rows, number, pairs, now.mode))
      const names = left.slice(0, MOST_NAMED).map(({ name }) => name)
      setNote(
        [
          t('testset:upload.taken', { count: pairs.length }),
          left.length > 0 &&
            t('testset:upload.left', { names: names.join(', ') + (left.length > MOST_NAMED ? ', …' : '') }),
        ]
          .filter(Boolean)
          .join('. '),
      )
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setReading((count) => count - 1)
    }
  }

  const { uploads, add, cancel, retry } = useUploads(
    'tests',
    ({ id }, file) => {
      if (!isZip(file)) into.current = id
      brought.current.add(id)
    },
    (file): Record<string, string> => ({
      ...right,
      ...(into.current && !isZip(file) && { into: into.current }),
    }),
  )
  // Pair loose files after the last one is uploaded.
  const sending = useWhenSent(uploads, async () => {
    const ids = [...brought.current]
    brought.current.clear()
    for (const id of ids) await take(id)
  })

  return {
    /** True while something is being uploaded or read. */
    busy: reading > 0 || sending,
    note: reading > 0 ? t('testset:upload.reading') : note,
    list: { uploads, cancel, retry },
    add: (files: readonly File[]) => {
      into.current = null
      add(files)
    },
    /** Uploads one file and makes it a side of a row. */
    replace: async (row: number, which: 'input' | 'answer', file: File) => {
      setReading((count) => count + 1)
      try {
        const { id } = await upload('tests', file, { query: right })
        const found = await look(id)
        const files = [
          ...(found?.testUpload.left ?? []),
          ...(found?.testUpload.pairs.flatMap(({ input, answer }) => (answer ? [input, answer] : [input])) ??
            []),
        ]
        const [own] = files
        if (!own) return
        const side: Side = { ...own, source: { from: 'upload', upload: id, name: own.name } }
        const now = latest.current.rows
        setRows(now.map((one) => (one.id === row ? { ...one, [which]: side } : one)))
      } catch (error) {
        toast.error(failureWords(error))
      } finally {
        setReading((count) => count - 1)
      }
    },
  }
}

const isZip = (file: File) => /\.zip$/i.test(file.name)
