import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { ProblemListPageQuery } from '../../../__generated__/ProblemListPageQuery.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { ProblemFilters } from './ProblemFilters.tsx'
import { ProblemTable } from './ProblemTable.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { problemList } from './problemList.ts'
import { RandomButton } from './RandomButton.tsx'
import { TagPanel } from './TagPanel.tsx'

const ProblemsLive = lazyPart(async () => (await import('./ProblemsLive.tsx')).ProblemsLive)

/** Shown only under 992 px, where the tags open above the rows. */
const narrow = { display: { lg: 'none' } } as const

/** Problem list: filters and rows on the left, progress and tags on the right. */
export function ProblemListPage({ queryRef }: PageProps<ProblemListPageQuery>) {
  const { t, i18n } = useTranslation()
  const [search] = useSearchParams()
  const list = problemList(null).read(search)
  const [tagsOpen, setTagsOpen] = useState(false)
  const { problems, progressSummary, tagGroups, looseTags, bankNames } =
    usePreloadedQuery<ProblemListPageQuery>(
      graphql`
      query ProblemListPageQuery(
        $groupNumber: Int
        $keyword: String
        $difficulty: Difficulty
        $scoring: Scoring
        $progress: ProgressFilter
        $bank: String
        $tags: [Int!]
        $first: Int
        $offset: Int
      ) {
        problems(
          groupNumber: $groupNumber
          keyword: $keyword
          difficulty: $difficulty
          scoring: $scoring
          progress: $progress
          bank: $bank
          tags: $tags
          first: $first
          offset: $offset
        ) {
          totalCount
          ...ProblemTable_problems
        }
        progressSummary {
          solved
          total
          ...ProgressPanel_summary
        }
        bankNames {
          key
          name
        }
        looseTags(bank: $bank) {
          number
          name
          ...TagPanel_loose
        }
        tagGroups(bank: $bank) {
          tags {
            number
            name
          }
          ...TagPanel_groups
        }
      }
    `,
      queryRef,
    )

  const sum = (key: 'solved' | 'total') => progressSummary?.reduce((total, row) => total + row[key], 0) ?? 0
  const number = (value: number) => formatNumber(value, i18n.language)
  const summary = progressSummary
    ? t('problem:list.summaryOwn', { total: number(problems.totalCount), solved: number(sum('solved')) })
    : t('problem:list.summary', { total: number(problems.totalCount) })

  return (
    <ListFrame
      title={t('problem:list.title')}
      note={<Box sx={{ pt: 1, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>{summary}</Box>}
      actions={<RandomButton />}
      filters={
        <ProblemFilters
          list={list}
          tags={[...tagGroups.flatMap(({ tags }) => tags), ...looseTags]}
          banks={bankNames}
        >
          <Button
            aria-expanded={tagsOpen}
            endIcon={<Icon name="down" size={14} />}
            onClick={() => setTagsOpen(!tagsOpen)}
            sx={narrow}
          >
            {t('problem:list.tags')}
          </Button>
        </ProblemFilters>
      }
      aside={
        <>
          {progressSummary && (
            <Section>
              <ProgressPanel summary={progressSummary} />
            </Section>
          )}
          <Box sx={{ display: { xs: 'none', lg: 'block' } }}>
            <Section>
              <TagPanel list={list} groups={tagGroups} loose={looseTags} />
            </Section>
          </Box>
        </>
      }
    >
      {tagsOpen && (
        <Box sx={{ ...narrow, mb: 3 }}>
          <Section>
            <TagPanel list={list} groups={tagGroups} loose={looseTags} />
          </Section>
        </Box>
      )}
      <ProblemTable list={list} problems={problems} />
      <Suspense fallback={null}>
        <ProblemsLive groupId={null} />
      </Suspense>
    </ListFrame>
  )
}
