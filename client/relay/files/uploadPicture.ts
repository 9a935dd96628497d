import { shell } from '../shell.ts'
import { upload } from './upload.ts'

/** Uploads pictures with query parameters, such as the number of the group by whose rights it is (`gid`). */
export const uploadPictureWith =
  (query: Readonly<Record<string, string>>) =>
  async (picture: File): Promise<string | null> => {
    try {
      return (await upload('markdownPicture', picture, { query })).link
    } catch (error) {
      const { tell, words } = shell()
      tell(words(error), 'error')
      return null
    }
  }

/** Uploads a picture of a Markdown text. Returns its address, or null after showing why it was refused. */
export const uploadPicture = uploadPictureWith({})
