import { envelopeOf, failureOf } from '../envelope.ts'
import { session } from '../session.ts'
import { shell } from '../shell.ts'

/**
 * Downloads a file that needs the token, which a plain link would not send. Returns false after showing an error as a
 * toast.
 */
export async function download(path: string): Promise<boolean> {
  try {
    const { name, content } = await fetchFile(path)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(content)
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
    return true
  } catch (error) {
    shell().tell(shell().words(error), 'error')
    return false
  }
}

/** Reads a file with the token; rejects with a failure that can be told. */
export async function fetchFile(path: string): Promise<{ name: string; content: Blob }> {
  const { token } = session
  const headers = { Authorization: token ?? '', 'Accept-Language': document.documentElement.lang }
  const answer = await fetch(path, { headers }).catch(() => null)
  if (!answer) throw failureOf(0, null)
  if (!answer.ok) {
    // A stale token refused by the server must not sign out a newer login.
    if (answer.status === 401 && token && session.token === token) session.refuse()
    throw failureOf(answer.status, envelopeOf(await answer.text()))
  }
  // A PDF, which a browser may show, comes without a name.
  const [, name = new URL(path, location.href).pathname.split('/').at(-1) || 'file'] =
    /filename=([^;]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return { name: decodeURIComponent(name), content: await answer.blob() }
}
