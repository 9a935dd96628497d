import { AccessMark } from '../../ui/text/AccessMark.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

export type GroupAccess = 'PUBLIC' | 'APPLICATION' | 'CODE'

const MARKS = { PUBLIC: 'PUBLIC', APPLICATION: 'PROTECTED', CODE: 'PRIVATE' } as const

/** How users join a group. */
export function GroupAccessMark({ access }: { access: GroupAccess }) {
  const { t } = useTranslation()
  return <AccessMark access={MARKS[access]}>{t(`group:access.${access}`)}</AccessMark>
}
