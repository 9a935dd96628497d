import Md5Thread from './md5Thread.ts?worker'

/** MD5 of a file in hex, computed in a thread; null when the file cannot be read. */
export function md5Of(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const thread = new Md5Thread()
    const end = () => {
      thread.terminate()
      reject(new DOMException('The upload was cancelled', 'AbortError'))
    }
    if (signal.aborted) return end()
    signal.addEventListener('abort', end)
    const finish = (md5: string | null) => {
      signal.removeEventListener('abort', end)
      thread.terminate()
      resolve(md5)
    }
    thread.onmessage = ({ data }: MessageEvent<{ share?: number; md5?: string; failed?: true }>) => {
      if (data.md5 !== undefined) finish(data.md5)
      else if (data.failed) finish(null)
      else onProgress(data.share ?? 0)
    }
    thread.onerror = () => finish(null)
    thread.postMessage(file)
  })
}
