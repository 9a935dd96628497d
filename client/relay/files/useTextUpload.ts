import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { shell } from '../shell.ts'
import { upload } from './upload.ts'

const KINDS = { picture: 'markdownPicture', file: 'markdownFile' } as const

/**
 * Function that uploads a picture or another file of a Markdown text by the viewer's rights in the group whose page is
 * open, or on the site. It returns the file's address, or null after showing why it was refused. `group`: number of the
 * group, on pages whose address does not name it.
 */
export function useTextUpload(group?: number) {
  const { groupID } = useParams()
  const gid = group === undefined ? groupID : String(group)
  return useMemo(() => uploadWith(gid ? { gid } : {}), [gid])
}

const uploadWith =
  (query: Readonly<Record<string, string>>) =>
  async (file: File, kind: keyof typeof KINDS): Promise<string | null> => {
    try {
      return (await upload(KINDS[kind], file, { query })).link
    } catch (error) {
      const { tell, words } = shell()
      tell(words(error), 'error')
      return null
    }
  }
