import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import type { RemovePostsMutation } from '../../../__generated__/RemovePostsMutation.graphql.ts'
import { RemoveRows } from '../../../app/admin/RemoveRows.tsx'
import { useMutation } from '../../../relay/useMutation.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  ids: readonly string[]
  nameOf: (id: string) => string
  onRemoved: () => void
  onClose: () => void
}

/** Confirms deleting posts, and names them. */
export function RemovePosts({ ids, nameOf, onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<RemovePostsMutation>(
    graphql`
      mutation RemovePostsMutation($input: RemoveDiscussionsInput!) {
        removeDiscussions(input: $input) {
          done
          refused {
            rowId
            message
          }
        }
      }
    `,
    { quiet: true },
  )
  const [first = ''] = ids
  return (
    <RemoveRows
      nameOf={nameOf}
      title={
        ids.length === 1
          ? t('discussion:remove.title', { title: nameOf(first) })
          : t('discussion:admin.removeMany', { count: ids.length })
      }
      confirm={t('discussion:menu.remove')}
      remove={async () => (await remove({ input: { ids } }))?.removeDiscussions ?? null}
      gone={(count) => t('discussion:admin.removed', { count })}
      refused={words}
      onRemoved={onRemoved}
      onClose={onClose}
    >
      {ids.length > 1 && (
        <Box component="ul" sx={{ mb: 2, pl: 4, listStyle: 'disc', color: 'text.primary' }}>
          {ids.map((id) => (
            <Box component="li" key={id} sx={{ overflowWrap: 'anywhere' }}>
              <bdi>{nameOf(id)}</bdi>
            </Box>
          ))}
        </Box>
      )}
      {t('discussion:remove.text')}
    </RemoveRows>
  )
}
