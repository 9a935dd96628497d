import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { uploadPictureWith } from './uploadPicture.ts'

/** Uploads pictures of a Markdown text by the viewer's rights in the group whose page is open, or on the site. */
export function useUploadPicture() {
  const { groupID } = useParams()
  return useMemo(() => uploadPictureWith(groupID ? { gid: groupID } : {}), [groupID])
}
