import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useMemo, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { Gradebook_gradebook$key } from '../../../__generated__/Gradebook_gradebook.graphql.ts'
import type { Gradebook_row$key } from '../../../__generated__/Gradebook_row.graphql.ts'
import { download } from '../../../relay/files/download.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchInput } from '../../../ui/controls/SearchInput.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { isNamed } from '../homework/matrix.ts'
import { GradebookTable } from './GradebookTable.tsx'
import { examColumn, type GradebookOrder, inOrder, ORDERS, workColumn } from './gradebook.ts'

type Props = {
  gradebook: Gradebook_gradebook$key
  /** Number of the group. */
  number: number
}

/** The results of all students of a group, with search, order and the spreadsheet. */
export function Gradebook({ number, ...props }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const {
    trainings,
    exams,
    rows: keys,
  } = useFragment(
    graphql`
      fragment Gradebook_gradebook on Gradebook {
        trainings {
          id
          number
          title
          homework {
            dueAt
            viewerState
          }
        }
        exams {
          isOpen
          contest {
            id
            number
            title
            endsAt
          }
        }
        rows {
          ...Gradebook_row
        }
      }
    `,
    props.gradebook,
  )
  const rows = useFragment<Gradebook_row$key>(
    graphql`
      fragment Gradebook_row on GradebookRow @relay(plural: true) {
        uid
        username
        realname
        studentNumber
        sharesPercent
        examsPercent
        meanPercent
      }
    `,
    keys,
  )
  const [keyword, setKeyword] = useState('')
  const [order, setOrder] = useState<GradebookOrder>('name')
  const [isSaving, setIsSaving] = useState(false)
  const shown = useMemo(
    () => inOrder(rows, order).filter((row) => isNamed(row, keyword)),
    [rows, order, keyword],
  )
  const save = async () => {
    setIsSaving(true)
    await download(`/api/group/download-gradebook?gid=${number}`)
    setIsSaving(false)
  }
  const columns = [...trainings.map((work) => workColumn(place, work)), ...exams.map(examColumn)]
  if (columns.length === 0 || rows.length === 0) {
    const nobody = columns.length > 0
    return (
      <Paper variant="outlined">
        <EmptyState
          title={t(nobody ? 'homework:gradebook.noStudents' : 'homework:gradebook.empty')}
          text={t(nobody ? 'homework:gradebook.noStudentsHint' : 'homework:gradebook.emptyHint')}
        />
      </Paper>
    )
  }
  return (
    <>
      <FilterBar>
        <Box sx={{ width: { xs: '100%', sm: 264 } }}>
          <SearchInput>
            <input
              aria-label={t('homework:gradebook.search')}
              placeholder={t('homework:gradebook.search')}
              value={keyword}
              maxLength={100}
              onChange={(event) => setKeyword(event.target.value)}
            />
          </SearchInput>
        </Box>
        <Picker
          label={t('homework:gradebook.order')}
          value={order}
          options={ORDERS.map((value) => ({ value, label: t(`homework:gradebook.orders.${value}`) }))}
          onChange={(value) => setOrder(value as GradebookOrder)}
        />
        <Button
          startIcon={<Icon name="download" />}
          disabled={isSaving}
          onClick={() => void save()}
          sx={{ ml: { md: 'auto' } }}
        >
          {t('homework:matrix.export')}
        </Button>
      </FilterBar>
      {shown.length > 0 ? (
        <GradebookTable columns={columns} rows={shown} all={rows} />
      ) : (
        <Paper variant="outlined">
          <EmptyState title={t('homework:gradebook.nothing')}>
            <Button onClick={() => setKeyword('')}>{t('homework:gradebook.clear')}</Button>
          </EmptyState>
        </Paper>
      )}
    </>
  )
}
