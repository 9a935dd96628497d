import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { ProblemFilters_groups$key } from '../../../__generated__/ProblemFilters_groups.graphql.ts'
import { askedToLogin } from '../../../app/session/guards.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { DifficultySteps } from '../../../ui/text/marks.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { DIFFICULTIES, PROGRESSES, type ProblemList, problemList } from './problemList.ts'
import { TagChip } from './TagChip.tsx'

type Props = {
  list: ProblemList
  groups: ProblemFilters_groups$key
  /** Further filters at the end. */
  children?: ReactNode
}

/** Filters by keyword, difficulty and progress; chosen tags follow and are removed by a click. */
export function ProblemFilters({ list, groups, children }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const all = useFragment(
    graphql`
      fragment ProblemFilters_groups on TagGroup @relay(plural: true) {
        tags {
          number
          name
        }
      }
    `,
    groups,
  )
  const names = new Map(all.flatMap((group) => group.tags.map((tag) => [tag.number, tag.name])))
  const go = (change: Partial<ProblemList>) => void navigate(problemList.href(list, change))

  return (
    <>
      <SearchField
        label={t('problem:list.search')}
        value={list.keyword}
        maxLength={100}
        width={{ xs: '100%', md: 240 }}
        onSearch={(keyword) => go({ keyword })}
      />
      <Segments
        label={t('problem:list.difficulty')}
        value={list.difficulty ?? 'ALL'}
        segments={[
          { value: 'ALL', label: t('problem:list.all') },
          ...DIFFICULTIES.map((value) => ({ value, label: <DifficultySteps difficulty={value} /> })),
        ]}
        onChange={(value) => go({ difficulty: value === 'ALL' ? null : value })}
      />
      <Picker
        label={t('problem:list.progress')}
        value={list.progress ?? ''}
        options={[
          { value: '', label: t('problem:list.any') },
          ...PROGRESSES.map((value) => ({ value, label: t(`problem:progress.${value}`) })),
        ]}
        onChange={(value) => {
          const progress = PROGRESSES.find((one) => one === value) ?? null
          if (progress && askedToLogin()) return go({ progress: null })
          go({ progress })
        }}
      />
      {children}
      {list.tags.map((tag) => (
        <TagChip
          key={tag}
          on
          name={names.get(tag) ?? String(tag)}
          label={t('problem:list.withoutTag', { tag: names.get(tag) ?? String(tag) })}
          href={problemList.href(list, { tags: list.tags.filter((other) => other !== tag) })}
        >
          <Icon name="cross" size={12} />
        </TagChip>
      ))}
    </>
  )
}
