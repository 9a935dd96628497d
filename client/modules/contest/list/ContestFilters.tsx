import { useFilter } from '../../../relay/list/useFilter.ts'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { type ContestAddress, type ContestList, STATUS_KEYS, STATUS_OF, TYPES } from './contestList.ts'

type Props = { address: ContestAddress; list: ContestList }

/** Filters of the contest list: status, type and title; each choice is written to the address at once. */
export function ContestFilters({ address, list }: Props) {
  const { t } = useTranslation()
  const go = useFilter(address, list)
  return (
    <>
      <Segments
        label={t('contest:list.status')}
        value={list.status ?? ''}
        segments={[
          { value: '', label: t('contest:list.all') },
          ...STATUS_KEYS.map((value) => ({ value, label: t(`contest:status.${STATUS_OF[value]}`) })),
        ]}
        onChange={(value) => go({ status: value === '' ? null : value })}
      />
      <Segments
        label={t('contest:list.type')}
        value={list.type ?? ''}
        segments={[
          { value: '', label: t('contest:list.all') },
          ...TYPES.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => go({ type: value === '' ? null : value })}
      />
      <SearchField
        label={t('contest:list.search')}
        value={list.keyword}
        maxLength={100}
        width={{ xs: '100%', md: 240 }}
        onSearch={(keyword) => go({ keyword })}
      />
    </>
  )
}
