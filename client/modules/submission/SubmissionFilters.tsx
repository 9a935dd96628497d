import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { SubmissionFilters_languages$key } from '../../__generated__/SubmissionFilters_languages.graphql.ts'
import { askedToLogin } from '../../app/session/guards.ts'
import { useFilter } from '../../relay/list/useFilter.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Picker } from '../../ui/controls/Picker.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { SubmissionFilterFields } from './SubmissionFilterFields.tsx'
import type { SubmissionList, submissionList } from './submissionList.ts'

type Props = {
  list: SubmissionList
  address: ReturnType<typeof submissionList>
  languages: SubmissionFilters_languages$key
  onRefresh: () => void
  /** Shown at the right end. */
  children?: ReactNode
}

/** Filters: mine or all, verdict, language, problem and author; each change goes to the address at once. */
export function SubmissionFilters({ list, address, languages, onRefresh, children }: Props) {
  const { t } = useTranslation()
  const offered = useFragment(
    graphql`
      fragment SubmissionFilters_languages on Language @relay(plural: true) {
        key
        name
      }
    `,
    languages,
  )
  const go = useFilter(address, list)

  return (
    <>
      <SubmissionFilterFields
        list={list}
        onChange={(change) => {
          if (change.mine && askedToLogin()) return
          go(change)
        }}
      >
        <Picker
          label={t('submission:list.language')}
          value={list.language}
          options={[
            { value: '', label: t('submission:list.any') },
            ...offered.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          onChange={(language) => go({ language })}
        />
      </SubmissionFilterFields>
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
