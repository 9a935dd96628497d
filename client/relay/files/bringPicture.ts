import { shell } from '../shell.ts'
import { upload } from './upload.ts'

/** Brings a picture for a text in Markdown; its address, or null after saying why it was not taken. */
export async function bringPicture(picture: File): Promise<string | null> {
  try {
    return (await upload('markdownPicture', picture)).link
  } catch (error) {
    const { tell, words } = shell()
    tell(words(error), 'error')
    return null
  }
}
