import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { SubmissionFilters_languages$key } from '../../__generated__/SubmissionFilters_languages.graphql.ts'
import { askedToLogin } from '../../app/guards.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { verdictCode } from '../../ui/verdicts.ts'
import { OUTCOME_KEYS, OUTCOMES, type SubmissionList, submissionList } from './submissionList.ts'

const NARROW = { xs: 'calc(50% - 4px)', sm: 140 }

type Props = {
  list: SubmissionList
  languages: SubmissionFilters_languages$key
  onRefresh: () => void
  /** At the right end. */
  children?: ReactNode
}

/** Mine or all, verdict, language, problem and author; each choice is in the address at once. */
export function SubmissionFilters({ list, languages, onRefresh, children }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const offered = useFragment(
    graphql`
      fragment SubmissionFilters_languages on Language @relay(plural: true) {
        key
        name
      }
    `,
    languages,
  )
  const go = (change: Partial<SubmissionList>) => void navigate(submissionList.href(list, change))
  const outcomeName = (key: string) => {
    const outcome = OUTCOMES[key]
    return t(`verdict:${verdictCode(outcome?.verdict, outcome?.state)}`)
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
        onChange={(value) => {
          if (value === 'mine' && askedToLogin()) return
          go({ mine: value === 'mine', username: '' })
        }}
      />
      <Picker
        label={t('submission:list.verdict')}
        value={list.status ?? ''}
        options={[
          { value: '', label: t('submission:list.any') },
          ...OUTCOME_KEYS.map((key) => ({ value: key, label: outcomeName(key) })),
        ]}
        onChange={(status) => go({ status: OUTCOME_KEYS.find((key) => key === status) ?? null })}
      />
      <Picker
        label={t('submission:list.language')}
        value={list.language}
        options={[
          { value: '', label: t('submission:list.any') },
          ...offered.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        onChange={(language) => go({ language })}
      />
      <SearchField
        label={t('submission:list.searchProblem')}
        width={NARROW}
        value={list.problem}
        onSearch={(problem) => go({ problem, exactProblem: false })}
      />
      <SearchField
        label={t('submission:list.searchAuthor')}
        icon="user"
        width={NARROW}
        value={list.mine ? '' : list.username}
        disabled={list.mine}
        onSearch={(username) => go({ username })}
      />
      <IconButton
        aria-label={t('submission:list.refresh')}
        title={t('submission:list.refresh')}
        onClick={onRefresh}
      >
        <Icon name="retry" />
      </IconButton>
      <Box sx={{ ml: 'auto' }}>{children}</Box>
    </>
  )
}
