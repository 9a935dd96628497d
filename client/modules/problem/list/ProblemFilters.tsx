import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { askedToLogin } from '../../../app/session/guards.ts'
import { useFilter } from '../../../relay/list/useFilter.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { DifficultySteps } from '../../../ui/text/marks.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { bankNameOf } from '../../bank/banks.ts'
import { usePlace } from '../../group/usePlace.ts'
import { BANKS, DIFFICULTIES, PROGRESSES, type ProblemList, problemList, SCORINGS } from './problemList.ts'
import { showTags, useShownTags } from './shownTags.ts'
import { TagChip } from './TagChip.tsx'

type Props = {
  list: ProblemList
  /** Tags that may be chosen. */
  tags: readonly { readonly number: number; readonly name: string }[]
  /** Other judges that have problems here; without any there is no filter. */
  banks?: readonly { readonly key: string; readonly name: string }[]
  /** Further filters at the end. */
  children?: ReactNode
}

/** Filters by keyword, difficulty and progress; chosen tags follow and are removed by a click. */
export function ProblemFilters({ list, tags, banks = [], children }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const shown = useShownTags()
  const address = problemList(place)
  const names = new Map(tags.map(({ number, name }) => [number, name]))
  const go = useFilter(address, list)

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
      {(banks.length > 0 || list.bank) && (
        <Picker
          label={t('problem:list.bank')}
          value={list.bank ?? ''}
          options={[
            { value: '', label: t('problem:list.all') },
            ...BANKS.filter(
              (key) => key === 'Mine' || key === list.bank || banks.some((one) => one.key === key),
            ).map((key) => ({
              value: key,
              label: key === 'Mine' ? t('problem:list.ownBank') : bankNameOf(key),
            })),
          ]}
          // Each bank has tags of its own.
          onChange={(value) => go({ bank: BANKS.find((one) => one === value) ?? null, tags: [] })}
        />
      )}
      {place !== null && (
        <Picker
          label={t('problem:list.type')}
          value={list.scoring ?? ''}
          options={[
            { value: '', label: t('problem:list.any') },
            ...SCORINGS.map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => go({ scoring: SCORINGS.find((one) => one === value) ?? null })}
        />
      )}
      {children}
      <Button
        startIcon={<Icon name={shown ? 'eyeOff' : 'eye'} />}
        onClick={() => showTags(!shown)}
        // The widths at which rows have tags.
        sx={{ display: { xs: 'inline-flex', md: 'none', xl: 'inline-flex' } }}
      >
        {t(shown ? 'problem:list.hideTags' : 'problem:list.showTags')}
      </Button>
      {list.tags.map((tag) => (
        <TagChip
          key={tag}
          on
          name={names.get(tag) ?? String(tag)}
          label={t('problem:list.withoutTag', { tag: names.get(tag) ?? String(tag) })}
          href={address.href(list, { tags: list.tags.filter((other) => other !== tag) })}
        >
          <Icon name="cross" size={12} />
        </TagChip>
      ))}
    </>
  )
}
