/** Worker that computes the MD5 of a file without holding it in memory; reports the share that is read. */
import SparkMD5 from 'spark-md5'

const PIECE = 4 * 2 ** 20

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const md5 = new SparkMD5.ArrayBuffer()
    for (let at = 0; at < file.size; at += PIECE) {
      md5.append(await file.slice(at, at + PIECE).arrayBuffer())
      self.postMessage({ share: Math.min(1, (at + PIECE) / file.size) })
    }
    self.postMessage({ md5: md5.end() })
  } catch {
    self.postMessage({ failed: true })
  }
}
