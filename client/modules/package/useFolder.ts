import { useRef, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { useFolderQuery, useFolderQuery$data } from '../../__generated__/useFolderQuery.graphql.ts'
import { failureWords } from '../../app/failures.ts'
import { toast } from '../../app/toasts.ts'
import { useUploads } from '../../relay/files/useUploads.ts'
import { useWhenSent } from '../../relay/useWhenSent.ts'
import { usePlace } from '../group/usePlace.ts'

/** The upload of a folder and what was recognised in it. */
export type Found = { upload: string; findings: useFolderQuery$data['testUpload']['findings'] }

/** Uploads a folder, or a zip of it, and loads what was recognised in it. */
export function useFolder() {
  const environment = useRelayEnvironment()
  const place = usePlace()
  const [found, setFound] = useState<Found | null>(null)
  const [reading, setReading] = useState(false)
  const upload = useRef<string | null>(null)
  const paths = useRef(new Map<File, string>())

  const look = async (number: string) => {
    setReading(true)
    try {
      const answer = await fetchQuery<useFolderQuery>(
        environment,
        graphql`
          query useFolderQuery($number: String!) {
            testUpload(number: $number) {
              findings {
                statements {
                  file
                  words {
                    locale
                    title
                    description
                    input
                    output
                    hint
                    source
                  }
                }
                samples {
                  input
                  output
                }
                checker {
                  file
                  program {
                    languageKey
                    source
                    convention
                    flags
                    passes
                  }
                }
                interactor {
                  file
                  program {
                    languageKey
                    source
                    convention
                    flags
                    passes
                  }
                }
                solutions {
                  name
                  languageKey
                  source
                  expected
                }
                makers {
                  file
                  role
                  name
                  languageKey
                  source
                  files {
                    name
                    content
                  }
                  convention
                }
                script
                package {
                  format
                  count
                }
                caseCount
                unused {
                  name
                }
              }
            }
          }
        `,
        { number },
      ).toPromise()
      if (answer) setFound({ upload: number, findings: answer.testUpload.findings })
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setReading(false)
    }
  }

  const { uploads, add, cancel, retry } = useUploads(
    'tests',
    ({ id }) => {
      upload.current = id
    },
    (file): Record<string, string> => ({
      ...(upload.current && { into: upload.current }),
      path: paths.current.get(file) ?? file.name,
      isProblem: 'true',
      ...(place !== null && { gid: String(place) }),
    }),
  )
  // Inspect the folder after the last file is uploaded.
  useWhenSent(uploads, () => {
    const number = upload.current
    upload.current = null
    if (number) void look(number)
  })

  return {
    found,
    forget: () => setFound(null),
    reading,
    list: { uploads: uploads.slice(0, 4), cancel, retry },
    add: (files: readonly File[], places: readonly string[]) => {
      upload.current = null
      paths.current = new Map(files.map((file, at) => [file, places[at] ?? file.name]))
      add(files)
    },
  }
}
