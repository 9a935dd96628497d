import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useFilter } from '../../../relay/list/useFilter.ts'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { DiscussionAddress, DiscussionList } from './discussionList.ts'

type Props = {
  address: DiscussionAddress
  list: DiscussionList
  categories: readonly { readonly number: number; readonly name: string }[]
}

/** Filters of a list of posts: own posts, category and words; each choice is written to the address at once. */
export function DiscussionFilters({ address, list, categories }: Props) {
  const { t } = useTranslation()
  const go = useFilter(address, list)
  return (
    <>
      <Segments
        label={t('discussion:list.whose')}
        value={list.isOwn ? 'mine' : 'all'}
        segments={[
          { value: 'all', label: t('discussion:list.all') },
          { value: 'mine', label: t('discussion:list.mine') },
        ]}
        onChange={(value) => go({ isOwn: value === 'mine' })}
      />
      <Box sx={{ display: { xs: 'flex', lg: 'none' } }}>
        <Picker
          label={t('discussion:field.categoryId')}
          value={String(list.category ?? '')}
          options={[
            { value: '', label: t('discussion:list.all') },
            ...categories.map(({ number, name }) => ({ value: String(number), label: name })),
          ]}
          onChange={(value) => go({ category: value === '' ? null : Number(value) })}
        />
      </Box>
      <SearchField
        label={t('discussion:list.search')}
        value={list.keyword}
        maxLength={100}
        width={{ xs: '100%', md: 280 }}
        onSearch={(keyword) => go({ keyword })}
      />
    </>
  )
}

/** Categories as links beside the list, on wide windows. */
export function CategoryPanel({ address, list, categories }: Props) {
  const { t } = useTranslation()
  const all = [{ number: null, name: t('discussion:list.all') }, ...categories]
  return (
    <Box sx={{ display: { xs: 'none', lg: 'block' } }}>
      <Panel id="discussion-categories" title={t('discussion:field.categoryId')}>
        <Box component="ul" sx={{ display: 'grid', gap: 0.5, mx: -2 }}>
          {all.map(({ number, name }) => {
            const current = number === list.category
            return (
              <li key={number}>
                <Link
                  href={address.href(list, { category: number })}
                  underline="none"
                  aria-current={current ? 'page' : undefined}
                  sx={{
                    display: 'block',
                    px: 2,
                    py: 1.5,
                    borderRadius: 1,
                    typography: 'body2',
                    overflowWrap: 'anywhere',
                    fontWeight: current ? 600 : 400,
                    color: current ? 'text.primary' : 'text.secondary',
                    bgcolor: current ? 'surface.fill' : undefined,
                    '&:hover': { bgcolor: current ? 'surface.fill' : 'surface.hover' },
                  }}
                >
                  {name}
                </Link>
              </li>
            )
          })}
        </Box>
      </Panel>
    </Box>
  )
}
