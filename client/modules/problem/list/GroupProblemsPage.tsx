import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { GroupProblemsPageQuery } from '../../../__generated__/GroupProblemsPageQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { managedProblemsHref, newProblemHref } from '../adminAddresses.ts'
import { ProblemFilters } from './ProblemFilters.tsx'
import { ProblemTable } from './ProblemTable.tsx'
import { problemList } from './problemList.ts'
import { TagChip } from './TagChip.tsx'

const ProblemsLive = lazyPart(async () => (await import('./ProblemsLive.tsx')).ProblemsLive)

/** The problems of a group, for its members; the administrators find their tools here. */
export function GroupProblemsPage({ queryRef }: PageProps<GroupProblemsPageQuery>) {
  const { t, i18n } = useTranslation()
  const [search] = useSearchParams()
  const data = usePreloadedQuery<GroupProblemsPageQuery>(
    graphql`
      query GroupProblemsPageQuery(
        $number: Int!
        $groupNumber: Int
        $keyword: String
        $difficulty: Difficulty
        $scoring: Scoring
        $progress: ProgressFilter
        $tags: [Int!]
        $first: Int
        $offset: Int
      ) {
        group(number: $number) {
          id
          number
          viewerCanManage
          problemTags {
            number
            name
            color
          }
        }
        problems(
          groupNumber: $groupNumber
          keyword: $keyword
          difficulty: $difficulty
          scoring: $scoring
          progress: $progress
          tags: $tags
          first: $first
          offset: $offset
        ) {
          totalCount
          ...ProblemTable_problems
        }
      }
    `,
    queryRef,
  )
  const { problems } = data
  const { id, number, viewerCanManage, problemTags } = found(data.group)
  const tags = problemTags ?? []
  const address = problemList(number)
  const list = address.read(search)
  const unchosen = tags.filter((tag) => !list.tags.includes(tag.number))
  return (
    <ListFrame
      isPart
      title={t('group:tab.problem')}
      note={
        <Box sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
          {t('problem:list.inGroup', {
            count: problems.totalCount,
            total: formatNumber(problems.totalCount, i18n.language),
          })}
        </Box>
      }
      actions={
        viewerCanManage && (
          <>
            <Button href={managedProblemsHref(number)} startIcon={<Icon name="settings" />}>
              {t('problem:list.manage')}
            </Button>
            <Button
              href={newProblemHref(number)}
              variant="contained"
              color="primary"
              startIcon={<Icon name="plus" />}
            >
              {t('problem:list.create')}
            </Button>
          </>
        )
      }
      filters={<ProblemFilters list={list} tags={tags} />}
    >
      {unchosen.length > 0 && (
        <Box
          component="ul"
          aria-label={t('problem:list.tags')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}
        >
          {unchosen.map((tag) => (
            <li key={tag.number}>
              <TagChip
                name={tag.name}
                color={tag.color}
                href={address.href(list, { tags: [...list.tags, tag.number] })}
              />
            </li>
          ))}
        </Box>
      )}
      <ProblemTable list={list} problems={problems} />
      <Suspense fallback={null}>
        <ProblemsLive groupId={id} />
      </Suspense>
    </ListFrame>
  )
}
