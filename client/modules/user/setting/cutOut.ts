/** Part of a picture (px of the original). */
type Area = { x: number; y: number; width: number; height: number }

/**
 * Crops a picture to a PNG of `side` px, without the metadata of the file. Throws when the browser cannot
 * draw it.
 */
export async function cutOut(url: string, area: Area, side: number): Promise<File> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture could not be drawn')
  return new File([blob], 'avatar.png', { type: 'image/png' })
}
