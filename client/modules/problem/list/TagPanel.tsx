import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { useId, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { TagPanel_groups$key } from '../../../__generated__/TagPanel_groups.graphql.ts'
import type { TagPanel_loose$key } from '../../../__generated__/TagPanel_loose.graphql.ts'
import { SearchInput } from '../../../ui/controls/SearchInput.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { type ProblemList, problemList } from './problemList.ts'
import { TagChip } from './TagChip.tsx'

type Props = { list: ProblemList; groups: TagPanel_groups$key; loose: TagPanel_loose$key }

/** All tags by classification; a problem has to carry every chosen tag. */
export function TagPanel({ list, groups, loose }: Props) {
  const { t } = useTranslation()
  const title = useId()
  const [needle, setNeedle] = useState('')
  const all = useFragment(
    graphql`
      fragment TagPanel_groups on TagGroup @relay(plural: true) {
        id
        name
        tags {
          number
          name
          color
          problemCount
        }
      }
    `,
    groups,
  )
  const others = useFragment(
    graphql`
      fragment TagPanel_loose on Tag @relay(plural: true) {
        number
        name
        color
        problemCount
      }
    `,
    loose,
  )
  const wanted = needle.trim().toLowerCase()
  const last = others.length > 0 ? [{ id: 'loose', name: t('problem:list.looseTags'), tags: others }] : []
  const shown = [...all, ...last]
    .map((group) => ({ ...group, tags: group.tags.filter((tag) => tag.name.toLowerCase().includes(wanted)) }))
    .filter((group) => group.tags.length > 0)

  const toggled = (tag: number) =>
    list.tags.includes(tag) ? list.tags.filter((other) => other !== tag) : [...list.tags, tag]

  return (
    <Paper component="section" variant="outlined" aria-labelledby={title} sx={{ p: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', mb: 2 }}>
        <Box component="h2" id={title} sx={{ typography: 'h3' }}>
          {t('problem:list.tags')}
        </Box>
        {list.tags.length > 0 && (
          <Link href={problemList(null).href(list, { tags: [] })} sx={{ typography: 'dense' }}>
            {t('problem:list.clear')}
          </Link>
        )}
      </Box>
      <SearchInput>
        <input
          aria-label={t('problem:list.tagSearch')}
          placeholder={t('problem:list.tagSearch')}
          value={needle}
          onChange={({ target }) => setNeedle(target.value)}
        />
      </SearchInput>
      {all.length + last.length === 0 && <EmptyState title={t('problem:list.noTags')} />}
      {all.length + last.length > 0 && shown.length === 0 && (
        <Box sx={{ mt: 3, typography: 'dense', color: 'text.tertiary' }}>{t('problem:list.noSuchTag')}</Box>
      )}
      {shown.map((group) => (
        <Box key={group.id} sx={{ mt: 3.5 }}>
          <Box component="h3" sx={{ typography: 'caption', color: 'text.tertiary' }}>
            {group.name}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1.5 }}>
            {group.tags.map((tag) => (
              <TagChip
                key={tag.number}
                name={tag.name}
                color={tag.color}
                count={tag.problemCount}
                on={list.tags.includes(tag.number)}
                href={problemList(null).href(list, { tags: toggled(tag.number) })}
              />
            ))}
          </Box>
        </Box>
      ))}
    </Paper>
  )
}
