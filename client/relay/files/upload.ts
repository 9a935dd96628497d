/**
 * Uploads files to the REST API with progress, which fetch does not report.
 *
 *   const { url } = await upload('slide', file, { onProgress, signal })
 *
 * Refusals throw the same errors as GraphQL (refusal.ts). An aborted upload rejects with an AbortError.
 */
import { envelopeOf, failureOf } from '../envelope.ts'
import { UnreachableError } from '../refusal.ts'
import { session } from '../session.ts'
import { shell } from '../shell.ts'

/** Path and form field of each kind of file. */
const DOORS = {
  avatar: { path: '/api/file/upload-avatar', field: 'image' },
  groupAvatar: { path: '/api/file/upload-group-avatar', field: 'image' },
  markdownPicture: { path: '/api/file/upload-md-img', field: 'image' },
  markdownFile: { path: '/api/file/upload-md-file', field: 'file' },
  slide: { path: '/api/file/upload-carouse-img', field: 'file' },
  tests: { path: '/api/file/upload-tests', field: 'file' },
  accountsToCheck: { path: '/api/admin/user/check-csv', field: 'file' },
  accounts: { path: '/api/admin/user/import-csv', field: 'file' },
  outputs: { path: '/api/file/upload-outputs', field: 'file' },
  package: { path: '/api/file/upload-package', field: 'file' },
  videoFragments: { path: '/shopapi/uploadFragments', field: 'file' },
} as const

type Answers = {
  avatar: unknown
  groupAvatar: unknown
  markdownPicture: { link: string; fileId: string }
  markdownFile: { link: string }
  slide: { id: number; url: string }
  tests: { id: string }
  accountsToCheck: {
    total: number
    faultCount: number
    spareTeams: number
    rows: readonly (Record<'email' | 'realname' | 'nickname' | 'school', string | null> & {
      username: string
    })[]
    faults: readonly { line: number; username: string; field: string | null; message: string }[]
  }
  accounts: { operation: number }
  outputs: { id: string; files: readonly { name: string; size: number; caseIndex: number | null }[] }
  package: { id: string }
  /** Bytes of the video that are stored; -1: the fragments belong elsewhere. */
  videoFragments: number
}

export type UploadKind = keyof typeof DOORS

export type UploadOptions = {
  /** Share sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Query parameters. */
  query?: Readonly<Record<string, string>>
}

/** Uploads a file, or those that a call takes together. */
export function upload<Kind extends UploadKind>(
  kind: Kind,
  files: File | readonly File[],
  { onProgress, signal, query = {} }: UploadOptions = {},
): Promise<Answers[Kind]> {
  const { path, field } = DOORS[kind]
  const { token } = session
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal?.aborted) return cancelled()
    signal?.addEventListener('abort', cancel)

    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onabort = cancelled
    request.onerror = () => reject(new UnreachableError('network'))
    request.onload = () => {
      const renewed = request.getResponseHeader('Authorization')
      if (renewed && request.getResponseHeader('Refresh-Token') === 'true') session.renew(renewed, token)
      const answer = envelopeOf(request.responseText)
      if (request.status === 200 && answer?.status === 200) return resolve(answer.data as Answers[Kind])
      if (request.status === 401) {
        // A stale token refused by the server must not sign out a newer login.
        if (token && session.token === token) session.refuse()
        if (session.token === null) shell().askToSignIn()
      }
      if (request.status === 403) shell().recheckViewer()
      reject(failureOf(request.status, answer))
    }
    request.onloadend = () => signal?.removeEventListener('abort', cancel)

    const form = new FormData()
    for (const file of [files].flat()) form.append(field, file, file.name)
    const search = new URLSearchParams(query).toString()
    request.open('POST', search ? `${path}?${search}` : path)
    request.setRequestHeader('Accept-Language', document.documentElement.lang)
    if (token) request.setRequestHeader('Authorization', token)
    request.send(form)
  })
}
