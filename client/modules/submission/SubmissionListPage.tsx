import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import type { SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { useConnection } from '../../relay/connection.ts'
import type { PageProps } from '../../relay/page.tsx'
import { LiveMark } from '../../ui/LiveMark.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { NewRowsPill } from '../../ui/NewRowsPill.tsx'
import { JudgingNote } from './JudgingNote.tsx'
import { SubmissionFilters } from './SubmissionFilters.tsx'
import { SubmissionListFrame } from './SubmissionListFrame.tsx'
import { SubmissionTable } from './SubmissionTable.tsx'
import { readSubmissionList, submissionListVariables } from './submissionList.ts'
import { useArrivals } from './useArrivals.ts'

const RejudgeMany = lazyPart(async () => (await import('../judging/RejudgeMany.tsx')).RejudgeMany)
const RejudgingStrip = lazyPart(async () => (await import('../judging/RejudgingStrip.tsx')).RejudgingStrip)

/** What everybody sends, as it comes and as it is judged. */
export function SubmissionListPage({ queryRef }: PageProps<SubmissionListPageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const list = readSubmissionList(search)
  const [started, setStarted] = useState(0)
  const { submissions, judging, languages, viewer, viewerCanRejudge } =
    usePreloadedQuery<SubmissionListPageQuery>(
      graphql`
      query SubmissionListPageQuery($filter: SubmissionFilter, $first: Int, $offset: Int) {
        submissions(filter: $filter, first: $first, offset: $offset) {
          ...SubmissionTable_submissions
          ...RejudgeMany_submissions
        }
        viewerCanRejudge
        viewer {
          id
        }
        judging {
          ...JudgingNote_judging
        }
        languages {
          ...SubmissionFilters_languages
        }
      }
    `,
      queryRef,
    )
  const { waiting, show, fresh } = useArrivals(list, submissionListVariables(search))

  return (
    <SubmissionListFrame
      head={
        <>
          <Box component="h1" sx={{ typography: 'h1' }}>
            {t(list.mine ? 'submission:list.titleMine' : 'submission:list.title')}
          </Box>
          <LiveMark state={connection} />
          <Box sx={{ ml: 'auto', typography: 'caption', color: 'text.tertiary' }}>
            <Section>
              <JudgingNote judging={judging} />
            </Section>
          </Box>
        </>
      }
    >
      <SubmissionFilters list={list} languages={languages} onRefresh={() => void revalidate()}>
        {viewerCanRejudge && (
          <Section>
            <RejudgeMany
              list={list}
              submissions={submissions}
              onStarted={() => setStarted((before) => before + 1)}
            />
          </Section>
        )}
      </SubmissionFilters>
      {viewerCanRejudge && (
        <Section>
          <RejudgingStrip started={started} />
        </Section>
      )}
      <NewRowsPill count={waiting} onShow={show} />
      <SubmissionTable
        list={list}
        submissions={submissions}
        fresh={fresh}
        viewerId={viewer?.id}
        rejudges={viewerCanRejudge}
      />
    </SubmissionListFrame>
  )
}
