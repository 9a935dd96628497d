import type { Prisma } from '#prisma/generated/client.ts'
import type { FileUse } from '#prisma/generated/enums.ts'
import { managesGroup, rootsGroup } from './group.ts'
import { administeredGroups } from './officials.ts'
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

/** Uses of files that texts show. */
const OF_TEXTS: FileUse[] = ['MARKDOWN_PICTURE', 'MARKDOWN_FILE']

/**
 * Files a reader removes: one's own, and all for super administrators. Files of texts also for problem administrators,
 * and those of a group for its administrators. The content of a file is public by its address.
 */
export const removableFiles = (reader: Reader): Prisma.FileWhereInput => {
  if (may(reader, 'site.configure')) return {}
  const ofTexts = { use: { in: OF_TEXTS } }
  if (may(reader, 'problem.manageAny')) return { OR: [{ ownerId: reader.viewer?.id ?? '' }, ofTexts] }
  const ofGroups = { AND: [ofTexts, { groupId: { in: administeredGroups(reader) } }] }
  return { OR: [{ ownerId: reader.viewer?.id ?? '' }, ofGroups] }
}
