import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { TrainingFilters_categories$key } from '../../../__generated__/TrainingFilters_categories.graphql.ts'
import { useFilter } from '../../../relay/list/useFilter.ts'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { TagChip } from '../../problem/list/TagChip.tsx'
import { ACCESS_OF, AUTHS, type TrainingList, trainingList } from './trainingList.ts'

type Props = { list: TrainingList; categories: TrainingFilters_categories$key }

/** Filters of the list of trainings: access, title and category; each choice is written to the address at once. */
export function TrainingFilters({ list, ...props }: Props) {
  const { t } = useTranslation()
  const address = trainingList(usePlace())
  const categories = useFragment(
    graphql`
      fragment TrainingFilters_categories on TrainingCategory @relay(plural: true) {
        number
        name
        color
      }
    `,
    props.categories,
  )
  const go = useFilter(address, list)
  return (
    <>
      <Segments
        label={t('training:list.access')}
        value={list.auth ?? ''}
        segments={[
          { value: '', label: t('training:list.all') },
          ...AUTHS.map((value) => ({ value, label: t(`training:access.${ACCESS_OF[value]}`) })),
        ]}
        onChange={(value) => go({ auth: value === '' ? null : value })}
      />
      <SearchField
        label={t('training:list.search')}
        value={list.keyword}
        maxLength={100}
        width={{ xs: '100%', md: 240 }}
        onSearch={(keyword) => go({ keyword })}
      />
      {categories.length > 0 && (
        <Box
          component="ul"
          aria-label={t('training:field.categoryId')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, width: '100%' }}
        >
          <li>
            <TagChip
              name={t('training:list.all')}
              on={list.category === null}
              href={address.href(list, { category: null })}
            />
          </li>
          {categories.map(({ number, name, color }) => (
            <li key={number}>
              <TagChip
                name={name}
                color={color}
                on={list.category === number}
                href={address.href(list, { category: number })}
              />
            </li>
          ))}
        </Box>
      )}
    </>
  )
}
