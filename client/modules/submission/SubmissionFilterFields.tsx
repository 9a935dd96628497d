import type { ReactNode } from 'react'
import { Picker } from '../../ui/controls/Picker.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { verdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { OUTCOME_KEYS, OUTCOMES, REMOTE_KEYS, type SubmissionList } from './submissionList.ts'

const NARROW = { xs: 'calc(50% - 4px)', sm: 140 }

/** Filters common to all submission lists. */
type Narrowed = Pick<SubmissionList, 'mine' | 'status' | 'username' | 'problem' | 'exactProblem'>

type Props = {
  list: Narrowed
  onChange: (change: Partial<Narrowed>) => void
  /** Shown after the verdict. */
  children?: ReactNode
}

/** Filters: mine or all, verdict, problem and author. */
export function SubmissionFilterFields({ list, onChange, children }: Props) {
  const { t } = useTranslation()
  const remote = REMOTE_KEYS.find((key) => key === list.status)
  const outcomeName = (key: string) => {
    const outcome = OUTCOMES[key]
    return t(`verdict:${verdictCode(outcome?.verdict, outcome?.state ?? outcome?.states?.[0])}`)
  }
  return (
    <>
      <Segments
        label={t('submission:list.whose')}
        value={list.mine ? 'mine' : 'all'}
        segments={[
          { value: 'all', label: t('submission:list.all') },
          { value: 'mine', label: t('submission:list.mine') },
        ]}
        onChange={(value) => onChange({ mine: value === 'mine', username: '' })}
      />
      <Picker
        label={t('submission:list.verdict')}
        value={list.status ?? ''}
        options={[
          { value: '', label: t('submission:list.any') },
          ...OUTCOME_KEYS.map((key) => ({ value: key, label: outcomeName(key) })),
          ...(remote ? [{ value: remote, label: t(`submission:list.remote.${remote}`) }] : []),
        ]}
        onChange={(status) => onChange({ status: OUTCOME_KEYS.find((key) => key === status) ?? null })}
      />
      {children}
      <SearchField
        label={t('submission:list.searchProblem')}
        width={NARROW}
        value={list.problem}
        onSearch={(problem) => onChange({ problem, exactProblem: false })}
      />
      <SearchField
        label={t('submission:list.searchAuthor')}
        icon="user"
        width={NARROW}
        value={list.mine ? '' : list.username}
        disabled={list.mine}
        onSearch={(username) => onChange({ username })}
      />
    </>
  )
}
