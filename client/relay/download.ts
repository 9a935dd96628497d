import { UnreachableError } from './refusal.ts'
import { session } from './session.ts'

/** Saves a file that only the one who is signed in may fetch: a link alone would not say who asks. */
export async function download(path: string): Promise<void> {
  const answer = await fetch(path, { headers: { authorization: session.token ?? '' } })
  if (!answer.ok) throw new UnreachableError('server')
  const [, name = 'file'] = /filename=([^;]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = decodeURIComponent(name)
  link.click()
  URL.revokeObjectURL(link.href)
}
