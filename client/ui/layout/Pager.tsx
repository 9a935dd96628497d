import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type ReactNode, Suspense } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { Picker } from '../controls/Picker.tsx'
import { lazyPart } from '../lazyPart.ts'
import { formatNumber } from '../text/format.ts'
import { useTranslation } from '../useTranslation.ts'
import { type Navigate, usePastEnd } from './usePastEnd.ts'

const PageJump = lazyPart(async () => (await import('./PageJump.tsx')).PageJump)

export const PAGE_SIZES = [10, 15, 30, 50, 100] as const

type Props = {
  /** From 1. */
  page: number
  size: number
  /** Sizes to choose from. */
  sizes?: readonly number[]
  total: number
  /** The address of a page; `size` is passed when it changes. */
  href: (page: number, size: number) => string
  /** Navigates after another size was chosen, and from a page past the end. */
  onNavigate: Navigate
  /** The size can't be chosen. */
  fixed?: boolean
  /** Text at the left; the range of rows when left out. */
  note?: string
}

const BUTTONS = 5

/** The page numbers shown: five around the current one, and the last. */
export function pagesAround(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(BUTTONS / 2), pages - BUTTONS + 1))
  return Array.from({ length: Math.min(BUTTONS, pages) }, (_, index) => first + index)
}

/** Page links, a choice of rows per page, and a field for the number of a page. */
export function Pager(props: Props) {
  const { page, size, sizes = PAGE_SIZES, total, href, onNavigate, fixed, note } = props
  const { t, i18n } = useTranslation()
  const pages = Math.max(1, Math.ceil(total / size))
  const around = pagesAround(page, pages)
  usePastEnd(page, pages, (to) => href(to, size), onNavigate)
  const last = around.at(-1) ?? 1
  const number = (value: number) => formatNumber(value, i18n.language)
  const range = t('ui:pager.range', {
    from: number(Math.min(total, (page - 1) * size + 1)),
    to: number(Math.min(total, page * size)),
    total: number(total),
  })

  const link = (to: number, label: string, content: ReactNode, current = false) => (
    <ButtonBase
      key={label}
      href={href(to, size)}
      disabled={to < 1 || to > pages}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      sx={{
        minWidth: { xs: 36, md: 28 },
        height: { xs: 36, md: 28 },
        px: 1,
        borderRadius: 1,
        typography: 'dense',
        fontVariantNumeric: 'tabular-nums',
        fontWeight: current ? 600 : 400,
        color: current ? 'accent.fg' : 'text.secondary',
        bgcolor: current ? 'accent.subtle' : undefined,
        '&:hover': { bgcolor: current ? 'accent.subtle' : 'surface.hover' },
        '&.Mui-disabled': { color: 'text.disabled' },
      }}
    >
      {content}
    </ButtonBase>
  )

  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        mt: 3,
      }}
    >
      <Box sx={{ typography: 'caption', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
        {note ?? range}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, ml: 'auto' }}>
        {!fixed && (
          <Picker
            label={t('ui:pager.size')}
            hiddenLabel
            value={String(size)}
            options={[...new Set([...sizes, size])]
              .sort((a, b) => a - b)
              .map((each) => ({ value: String(each), label: t('ui:pager.sizeValue', { size: each }) }))}
            onChange={(chosen) => onNavigate(href(1, Number(chosen)))}
          />
        )}
        {pages > BUTTONS && (
          <Suspense>
            <PageJump pages={pages} onJump={(to) => onNavigate(href(to, size))} />
          </Suspense>
        )}
        <Box
          component="nav"
          aria-label={t('ui:pager.label')}
          sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
        >
          {link(page - 1, t('ui:pager.previous'), <Icon name="left" />)}
          {around.map((each) => link(each, t('ui:pager.page', { page: each }), each, each === page))}
          {last < pages && last < pages - 1 && (
            <Box aria-hidden sx={{ color: 'text.tertiary' }}>
              …
            </Box>
          )}
          {last < pages && link(pages, t('ui:pager.page', { page: pages }), number(pages))}
          {link(page + 1, t('ui:pager.next'), <Icon name="right" />)}
        </Box>
      </Box>
    </Box>
  )
}
