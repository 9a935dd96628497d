import type { Prisma } from '#prisma/generated/client.ts'
import type { FileUse } from '#prisma/generated/enums.ts'
import { managesGroup, rootsGroup } from './group.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/**
 * Whether the viewer may upload a file for a use, on the site or in a group. Pictures and attachments of texts are for
 * staff, and for administrators of a group within it; the avatar of a group is for its roots.
 */
export const canBringFile = (
  reader: Reader,
  use: Exclude<FileUse, 'OPERATION_RESULT' | 'VIDEO'>,
  groupId: number | null = null,
): boolean => {
  if (groupId !== null) {
    if (use === 'AVATAR') return rootsGroup(reader, groupId)
    return (use === 'MARKDOWN_PICTURE' || use === 'MARKDOWN_FILE') && managesGroup(reader, groupId)
  }
  if (use === 'AVATAR') return reader.viewer !== null
  if (use === 'PACKAGE') return may(reader, 'problem.manage')
  return may(reader, use === 'SLIDE' ? 'site.configure' : 'admin.enter')
}

/**
 * Files in the file list: one's own, and all for super administrators. The content of a file is public by its address.
 */
export const visibleFiles = (reader: Reader): Prisma.FileWhereInput =>
  may(reader, 'site.configure') ? {} : { ownerId: reader.viewer?.id ?? '' }
