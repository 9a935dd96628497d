import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { openSessionDialog } from '../../app/session/sessionDialog.ts'
import { lastHeard, useConnection } from '../../relay/list/connection.ts'
import { RefusedError } from '../../relay/refusal.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { formatClock } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BoardTable, type BoardTableHandle } from './BoardTable.tsx'
import { BoardTools } from './BoardTools.tsx'
import { filterRows, readAddress, writeAddress } from './boardFilter.ts'
import { FreezeNote } from './FreezeNote.tsx'
import { useFollowedPeople } from './followedPeople.ts'
import { useBoard } from './useBoard.ts'

/** Most followed rows pinned above the others. */
const MOST_AHEAD = 4

export type BoardReader = {
  /** Null for guests. */
  username: string | null
  /** Whether the viewer organises the contest. */
  canManage: boolean
}

type Props = {
  contest: { number: number; title: string; takesLate: boolean; status: string }
  reader: BoardReader
  /** More tools, at the end of the toolbar. */
  children?: ReactNode
}

/** A live scoreboard with its filters. */
export function LiveScoreboard({ contest, reader, children }: Props) {
  const { t } = useTranslation()
  const { number, title, takesLate, status } = contest
  const [search, setSearch] = useSearchParams()
  const address = readAddress(search)
  const { keyword, show, late, open } = address
  const [paused, setPaused] = useState(false)
  const { people, toggle } = useFollowedPeople(number)
  const connection = useConnection()
  const table = useRef<BoardTableHandle>(null)
  const view = reader.canManage ? (open ? 'JURY_OPEN' : 'JURY') : 'PUBLIC'
  const isOver = status === 'ENDED'
  const isWaiting = status === 'SCHEDULED' && !reader.canManage
  const { live, failure, readAgain } = useBoard(
    isWaiting ? null : { number, view, late: late && takesLate && isOver },
    paused,
  )

  if (isWaiting) return <EmptyState title={t('scoreboard:waiting')} text={t('scoreboard:waitingText')} />
  if (!live) {
    if (failure === null) return <ScoreboardSkeleton />
    const isRefused = failure instanceof RefusedError
    const needsLogin = isRefused && reader.username === null
    return (
      <ErrorState
        title={t(isRefused ? 'scoreboard:refused' : 'scoreboard:failed')}
        text={(isRefused && failure.message) || t('scoreboard:failedText')}
        retry={t(needsLogin ? 'app:user.signIn' : 'scoreboard:retry')}
        onRetry={needsLogin ? () => openSessionDialog('login') : readAgain}
      />
    )
  }

  const change = (to: Partial<typeof address>) =>
    setSearch((before) => writeAddress(before, to), { replace: true, preventScrollReset: true })
  const { rows: all } = live.reckoned
  const own =
    reader.username === null ? null : (all.find(({ username }) => username === reader.username) ?? null)
  const { userId: ownId = null, school = null } = own ?? {}
  const rows = filterRows(all, address, { school, followed: people, ownId })
  const followed = all.filter(({ userId }) => people.includes(userId)).slice(0, MOST_AHEAD)
  const ahead = show === 'followed' ? [] : [...(own ? [own] : []), ...followed]
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <FreezeNote head={live.board.head} rows={all} />
      <BoardTools
        {...{ address, live, own, paused }}
        followed={people.length}
        school={school}
        canManage={reader.canManage}
        canBeLate={takesLate && isOver}
        onChange={change}
        onPause={setPaused}
        onFindMe={() => ownId && table.current?.show(ownId)}
      >
        {children}
      </BoardTools>
      {connection !== 'live' && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            typography: 'caption',
            color: 'text.secondary',
          }}
        >
          <LiveMark state={connection} />
          {t('scoreboard:stale', { at: formatClock(lastHeard()) })}
        </Box>
      )}
      {all.length === 0 ? (
        <EmptyState title={t('scoreboard:empty')} text={t('scoreboard:emptyText')} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('scoreboard:noMatch')}>
          <Button variant="outlined" onClick={() => change({ keyword: '', show: 'all' })}>
            {t('scoreboard:showAll')}
          </Button>
        </EmptyState>
      ) : (
        <BoardTable
          ref={table}
          {...{ live, rows, ahead, ownId }}
          followed={people}
          onFollow={toggle}
          label={t('scoreboard:of', { title })}
        />
      )}
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 4,
          typography: 'caption',
          color: 'text.tertiary',
        }}
      >
        <span>{t(live.board.head.type === 'ACM' ? 'scoreboard:legendAcm' : 'scoreboard:legendOi')}</span>
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {keyword || show !== 'all' ? `${rows.length} / ` : ''}
          {t('scoreboard:rows', { count: all.length })}
        </Box>
      </Box>
    </Box>
  )
}

export const ScoreboardSkeleton = () => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
    <Skeleton variant="rounded" height={32} width="60%" />
    <Skeleton variant="rounded" height={460} />
  </Box>
)
