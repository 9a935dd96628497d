import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { BoardRow } from '#server/shared/board/wire.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BoardLegend } from './BoardLegend.tsx'
import { type BoardAddress, SHOWS, type Show } from './boardFilter.ts'
import type { LiveBoard } from './useBoard.ts'

type Props = {
  address: BoardAddress
  live: LiveBoard
  own: BoardRow | null
  followed: number
  school: string | null
  paused: boolean
  canManage: boolean
  canBeLate: boolean
  onChange: (change: Partial<BoardAddress>) => void
  onPause: (paused: boolean) => void
  onFindMe: () => void
  children?: ReactNode
}

/** Filters and actions of a board. */
export function BoardTools(props: Props) {
  const { address, live, own, followed, school, paused, canManage, canBeLate } = props
  const { onChange, onPause, onFindMe, children } = props
  const { t } = useTranslation()
  const { keyword, show, late, open } = address
  const { head } = live.board
  const wordOf = (one: Show): ReactNode =>
    one === 'followed' && followed > 0
      ? `${t('scoreboard:show.followed')} ${followed}`
      : t(`scoreboard:show.${one}`)
  const segments = SHOWS.filter((one) => one !== 'school' || school).map((value) => ({
    value,
    label: wordOf(value),
  }))
  const freezes = canManage && head.freezesAt !== null
  return (
    <Box
      data-screen=""
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 2 }}
    >
      <SearchField
        label={t('scoreboard:search')}
        value={keyword}
        width={{ xs: '100%', sm: 248 }}
        onSearch={(value) => onChange({ keyword: value })}
      />
      <Segments
        label={t('scoreboard:show.label')}
        value={show}
        segments={segments}
        onChange={(value) => onChange({ show: value })}
      />
      <BoardLegend head={head} />
      <Box sx={{ flex: 1 }} />
      <Toggle
        label={t(paused ? 'scoreboard:paused' : 'scoreboard:live')}
        on={!paused}
        onChange={(on) => onPause(!on)}
      />
      {canBeLate && (
        <Toggle label={t('scoreboard:lateSwitch')} on={late} onChange={(on) => onChange({ late: on })} />
      )}
      {freezes && (
        <Toggle label={t('scoreboard:openSwitch')} on={open} onChange={(on) => onChange({ open: on })} />
      )}
      {own && (
        <Button variant="outlined" startIcon={<Icon name="pin" />} onClick={onFindMe}>
          {t('scoreboard:findMe')}
        </Button>
      )}
      {children}
    </Box>
  )
}
