import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  StatementHead_problem$data,
  StatementHead_problem$key,
} from '../../../__generated__/StatementHead_problem.graphql.ts'
import { Icon, type IconName } from '../../../ui/controls/Icon.tsx'
import { Tip } from '../../../ui/feedback/Tip.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatDuration, formatMemory, formatNumber, formatRate } from '../../../ui/text/format.ts'
import { DifficultySteps } from '../../../ui/text/marks.tsx'
import { Verdict } from '../../../ui/text/Verdict.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { placeHref } from '../../group/place.ts'
import { problemsHref } from '../addresses.ts'
import { listHref, useWorkbench } from '../workbenchContext.ts'

/** Contests hide the author until they end. */
const UserLink = lazyPart(async () => (await import('../../user/UserLink.tsx')).UserLink)
const BankMark = lazyPart(async () => (await import('../../bank/BankMark.tsx')).BankMark)
const TagChip = lazyPart(async () => (await import('../list/TagChip.tsx')).TagChip)
const StatisticDialog = lazyPart(async () => (await import('./StatisticDialog.tsx')).StatisticDialog)

type Fields = StatementHead_problem$data

type Props = {
  problem: StatementHead_problem$key
  /** Further links beside the statistics. */
  children?: ReactNode
}

/** Title, the viewer's progress and the limits of a problem. */
export function StatementHead({ problem, children }: Props) {
  const { t, i18n } = useTranslation()
  const { venue, home, discussionCount } = useWorkbench()
  const [open, setOpen] = useState(false)
  const fields = useFragment(
    graphql`
      fragment StatementHead_problem on ProblemSheet {
        displayId
        title
        difficulty
        timeLimitMs
        memoryLimitMib
        scoring
        fullScore
        oiRankScore
        fileInput
        fileOutput
        author {
          ...UserLink_user
        }
        tags {
          number
          name
          color
        }
        tally {
          rate
        }
        viewerProgress {
          verdict
          score
        }
        ... on Problem @alias(as: "site") {
          origin {
            key
            url
          }
        }
        ...StatisticDialog_problem
      }
    `,
    problem,
  )
  const { viewerProgress: progress } = fields

  return (
    <Box component="header" sx={{ pb: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2.5 }}>
        <Box component="h1" sx={{ typography: 'h1', flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box
            component="span"
            sx={{ typography: 'code', fontSize: 18, fontWeight: 500, color: 'text.tertiary', mr: 1.5 }}
          >
            {fields.displayId}
          </Box>
          {fields.title}
        </Box>
        {progress && (
          <Box sx={{ pt: 1, flex: 'none' }}>
            {progress.verdict === 'ACCEPTED' ? (
              <Box sx={{ ...solved, color: 'verdict.AC.fg' }}>
                <Icon name="check" />
                {t('problem:progress.SOLVED')}
              </Box>
            ) : (
              <Verdict verdict={progress.verdict} />
            )}
          </Box>
        )}
      </Box>
      <Facts fields={fields} />
      <Box sx={{ ...row, mt: 2 }}>
        <Link data-screen="" component="button" type="button" onClick={() => setOpen(true)} sx={fact}>
          <Icon name="chart" size={14} />
          {t('problem:statistic.title')}
        </Link>
        <Link
          data-screen=""
          href={`${listHref({ venue, home })}?problemID=${encodeURIComponent(fields.displayId)}&completeProblemID=true`}
          sx={fact}
        >
          <Icon name="list" size={14} />
          {t('problem:page.solutions')}
        </Link>
        {discussionCount !== null && (
          <Link
            data-screen=""
            href={`${placeHref(home)}/discussion/${encodeURIComponent(fields.displayId)}`}
            sx={fact}
          >
            <Icon name="chat" size={14} />
            {t('problem:page.discussion')}
            {discussionCount > 0 && (
              <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatNumber(discussionCount, i18n.language)}
              </Box>
            )}
          </Link>
        )}
        {children}
        <Box
          component="ul"
          aria-label={t('problem:list.tags')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, ml: 'auto' }}
        >
          <Suspense fallback={null}>
            {venue && fields.tags.length === 0 && (
              <li>
                <TagChip name={t('problem:page.contestProblem')} />
              </li>
            )}
            {fields.tags.map((tag) => (
              <li key={tag.number}>
                <TagChip
                  name={tag.name}
                  color={tag.color}
                  href={`${problemsHref(home)}?tagId=[${tag.number}]`}
                />
              </li>
            ))}
          </Suspense>
        </Box>
      </Box>
      <Suspense fallback={null}>
        {open && <StatisticDialog problem={fields} onClose={() => setOpen(false)} />}
      </Suspense>
    </Box>
  )
}

/** Difficulty, limits in the chosen language, acceptance rate, author and scores. */
function Facts({ fields }: { fields: Fields }) {
  const { t } = useTranslation()
  const { language, outputOnly } = useWorkbench()
  const { viewerProgress: progress, author } = fields
  const factor = language?.limitFactor ?? 1
  const wider =
    factor === 1 ? null : (
      <Tip title={t('problem:page.wider', { language: language?.name ?? '', factor })}>
        <Box component="span" tabIndex={0} sx={{ typography: 'caption', color: 'text.tertiary' }}>
          ×{factor}
        </Box>
      </Tip>
    )

  return (
    <Box sx={{ ...row, mt: 2, color: 'text.secondary' }}>
      {fields.site?.origin && (
        <Suspense fallback={null}>
          <BankMark bank={fields.site.origin.key} href={fields.site.origin.url} />
        </Suspense>
      )}
      {fields.difficulty && <DifficultySteps difficulty={fields.difficulty} />}
      {outputOnly ? (
        <Fact icon="file" name={t('problem:view.outputs')} />
      ) : (
        <>
          <Fact icon="clock" name={t('problem:page.time')} after={wider}>
            {formatDuration(fields.timeLimitMs * factor)}
          </Fact>
          <Fact icon="layers" name={t('problem:page.memory')} after={wider}>
            {formatMemory(fields.memoryLimitMib * factor * 1024)}
          </Fact>
        </>
      )}
      <Fact icon="chart" name={t('problem:page.rate')}>
        {formatRate(fields.tally.rate)}
      </Fact>
      {author && (
        <Box component="span" sx={fact}>
          <Suspense fallback={null}>
            <UserLink user={author} label={(name) => t('problem:page.author', { name })} />
          </Suspense>
        </Box>
      )}
      {fields.scoring === 'OI' && (
        <Fact icon="star" name={t('problem:page.score')}>
          {typeof progress?.score === 'number' && `${progress.score} / `}
          {fields.fullScore}
        </Fact>
      )}
      {fields.scoring === 'OI' && typeof fields.oiRankScore === 'number' && (
        <Fact icon="trophy" name={t('problem:page.rankScore')}>
          {fields.oiRankScore}
        </Fact>
      )}
      {(fields.fileInput || fields.fileOutput) && (
        <Box component="span" sx={{ ...fact, typography: 'dense' }} title={t('problem:page.fileIoHint')}>
          <Icon name="file" size={14} />
          {t('problem:page.fileIo')}
          <Box component="code" sx={{ color: 'text.primary' }}>
            {[fields.fileInput, fields.fileOutput].filter(Boolean).join(' → ')}
          </Box>
        </Box>
      )}
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 1,
  typography: 'dense',
} as const

const fact = { display: 'inline-flex', alignItems: 'center', gap: 1, typography: 'dense' } as const

const solved = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1.5,
  fontWeight: 600,
  whiteSpace: 'nowrap',
} as const

type FactProps = { icon: IconName; name: string; children?: ReactNode; after?: ReactNode }

const Fact = ({ icon, name, children, after }: FactProps) => (
  <Box component="span" sx={{ ...fact, fontVariantNumeric: 'tabular-nums' }}>
    <Icon name={icon} size={14} />
    {name}
    <Box component="b" sx={{ fontWeight: 600, color: 'text.primary' }}>
      {children}
    </Box>
    {after}
  </Box>
)
