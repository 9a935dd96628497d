import { shell } from '../shell.ts'
import { upload } from './upload.ts'

/** Uploads a picture of a Markdown text. Returns its address, or null after showing why it was refused. */
export async function uploadPicture(picture: File): Promise<string | null> {
  try {
    return (await upload('markdownPicture', picture)).link
  } catch (error) {
    const { tell, words } = shell()
    tell(words(error), 'error')
    return null
  }
}
