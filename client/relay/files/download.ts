import { envelopeOf, failureOf } from '../envelope.ts'
import { session } from '../session.ts'
import { shell } from '../shell.ts'

/** Saves a file that needs the reader's session, which a plain link would not send. A failure is told as a toast. */
export async function download(path: string): Promise<void> {
  try {
    const { name, content } = await fetchFile(path)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(content)
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
  } catch (error) {
    shell().tell(shell().words(error), 'error')
  }
}

async function fetchFile(path: string): Promise<{ name: string; content: Blob }> {
  const { token } = session
  const headers = { Authorization: token ?? '', 'Accept-Language': document.documentElement.lang }
  const answer = await fetch(path, { headers }).catch(() => null)
  if (!answer) throw failureOf(0, null)
  if (!answer.ok) {
    // A token that another request already gave up must not sign out anyone who came after it.
    if (answer.status === 401 && token && session.token === token) session.refuse()
    throw failureOf(answer.status, envelopeOf(await answer.text()))
  }
  const [, name = 'file'] = /filename=([^;]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  return { name: decodeURIComponent(name), content: await answer.blob() }
}
