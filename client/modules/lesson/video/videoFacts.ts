/** Longest wait (ms) for the browser to decode a frame. */
const PATIENCE = 8_000
/** Width (px) of the picture, at most. */
const WIDTH = 960
/** The picture is of this moment (s), or of the middle of a shorter video. */
const MOMENT = 2

export type VideoFacts = { durationSeconds: number | null; poster: File | null }

const NOTHING: VideoFacts = { durationSeconds: null, poster: null }

/** Length and a picture of a video, as far as this browser can play it. */
export async function videoFacts(file: File): Promise<VideoFacts> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await event(video, 'loadedmetadata')
    const { duration } = video
    const durationSeconds = Number.isFinite(duration) && duration > 0 ? duration : null
    video.currentTime = Math.min(MOMENT, duration / 2)
    const isDrawn = await event(video, 'seeked').then(
      () => true,
      () => false,
    )
    return { durationSeconds, poster: isDrawn ? await pictureOf(video) : null }
  } catch {
    return NOTHING
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

const event = (video: HTMLVideoElement, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(reject, PATIENCE)
    const settle = (end: () => void) => () => {
      clearTimeout(timer)
      end()
    }
    video.addEventListener(name, settle(resolve), { once: true })
    video.addEventListener('error', settle(reject), { once: true })
  })

async function pictureOf(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(WIDTH, videoWidth)
  canvas.height = Math.round((canvas.width * videoHeight) / videoWidth)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  return blob && new File([blob], 'poster.jpg', { type: 'image/jpeg' })
}
