import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { shell } from '../shell.ts'
import { upload } from './upload.ts'

/**
 * Function that uploads a picture of a Markdown text by the viewer's rights in the group whose page is open, or on the
 * site. It returns the picture's address, or null after showing why it was refused.
 */
export function useUploadPicture() {
  const { groupID } = useParams()
  return useMemo(() => uploadPictureWith(groupID ? { gid: groupID } : {}), [groupID])
}

const uploadPictureWith =
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
