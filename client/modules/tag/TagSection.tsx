import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import { useId } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { TagSection_group$key } from '../../__generated__/TagSection_group.graphql.ts'
import type { TagSection_tags$key } from '../../__generated__/TagSection_tags.graphql.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { TagAct } from './TagsPage.tsx'

type Props = {
  /** Absent for tags without a classification. */
  group?: TagSection_group$key
  tags?: TagSection_tags$key
  /** Shows only tags whose name contains this. */
  needle: string
  onAct: (act: TagAct) => void
}

/** Tags of a classification, or those without one; each is a button that opens it. */
export function TagSection({ group: groupKey, tags: tagsKey, needle, onAct }: Props) {
  const { t } = useTranslation()
  const title = useId()
  const group = useFragment(
    graphql`
      fragment TagSection_group on TagGroup {
        id
        name
        tags {
          ...TagSection_tags
        }
      }
    `,
    groupKey ?? null,
  )
  const key: TagSection_tags$key = tagsKey ?? group?.tags ?? []
  const tags = useFragment(
    graphql`
      fragment TagSection_tags on Tag @relay(plural: true) {
        id
        name
        color
        carrierCount
      }
    `,
    key,
  )
  const wanted = needle.trim().toLowerCase()
  const shown = tags.filter(({ name }) => name.toLowerCase().includes(wanted))
  if (wanted && shown.length === 0) return null
  return (
    <Paper component="section" variant="outlined" aria-labelledby={title} sx={{ px: 4, py: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32, mb: 2 }}>
        <Box
          component="h2"
          id={title}
          sx={{ typography: 'h3', flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {group?.name ?? t('tag:loose')}
        </Box>
        {group && (
          <RowMenu
            name={group.name}
            acts={[
              {
                label: t('tag:addHere', { name: group.name }),
                icon: 'plus',
                onClick: () => onAct({ act: 'tag', id: null, groupId: group.id }),
              },
              { label: t('tag:change'), icon: 'gear', onClick: () => onAct({ act: 'group', id: group.id }) },
              {
                label: t('tag:removeGroup'),
                icon: 'cross',
                destructive: true,
                onClick: () => onAct({ act: 'removeGroup', id: group.id }),
              },
            ]}
          />
        )}
      </Box>
      {shown.length === 0 && (
        <Box sx={{ typography: 'dense', color: 'text.tertiary' }}>{t('tag:emptyGroup')}</Box>
      )}
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(({ id, name, color, carrierCount }) => (
          <Box key={id} component="li" sx={{ minWidth: 0 }}>
            <ButtonBase
              onClick={() => onAct({ act: 'tag', id })}
              sx={{
                display: 'inline-flex',
                gap: 1.5,
                minHeight: 28,
                px: 2,
                borderRadius: 1,
                typography: 'dense',
                fontFamily: 'inherit',
                bgcolor: 'surface.fill',
                overflowWrap: 'anywhere',
                '&:hover': { color: 'accent.fg' },
              }}
            >
              {color && (
                <Box
                  component="span"
                  sx={{ width: 8, height: 8, borderRadius: '50%', flex: 'none', bgcolor: color }}
                />
              )}
              {name}
              <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {carrierCount}
              </Box>
            </ButtonBase>
          </Box>
        ))}
      </Box>
    </Paper>
  )
}
