import Box from '@mui/material/Box'
import { Icon } from '../controls/Icon.tsx'
import { useTranslation } from '../useTranslation.ts'
import {
  isLive,
  type StateName,
  turns,
  type VerdictCode,
  type VerdictName,
  verdictCode,
  verdictIcon,
} from './verdicts.ts'

type Props = {
  /** Verdict of the schema; or pass `code`. */
  verdict?: VerdictName | null
  /** Judging state while there is no verdict. */
  state?: StateName | null
  code?: VerdictCode
  /**
   * `name`: icon and name (lists). `icon`: for narrow cells, with an accessible name. `chip`: icon and short
   * code on a tint. `banner`: the large one of a result.
   */
  form?: 'name' | 'icon' | 'chip' | 'banner'
  /** Finished tests while running. */
  done?: number | null
  total?: number | null
}

/** Verdict of a submission: never by colour alone. */
export function Verdict({
  verdict,
  state,
  code = verdictCode(verdict, state),
  form = 'name',
  done,
  total,
}: Props) {
  const { t } = useTranslation()
  const name = t(`verdict:${code}`)
  const spin = turns(code)

  if (form === 'icon')
    return (
      <Box
        component="span"
        role="img"
        aria-label={name}
        title={name}
        sx={{ display: 'inline-flex', verticalAlign: 'middle', color: `verdict.${code}.solid` }}
      >
        <Icon name={verdictIcon(code)} spin={spin} />
      </Box>
    )

  if (form === 'chip')
    return (
      <Box
        component="span"
        role="img"
        aria-label={t('ui:verdict.named', { name, code })}
        title={name}
        sx={{
          display: 'inline-flex',
          verticalAlign: 'middle',
          alignItems: 'center',
          gap: 1,
          height: 22,
          pl: 1.5,
          pr: 2,
          borderRadius: 0.67,
          typography: 'code',
          fontSize: 12,
          fontWeight: 700,
          color: `verdict.${code}.fg`,
          bgcolor: `verdict.${code}.bg`,
        }}
      >
        <Icon name={verdictIcon(code)} size={14} spin={spin} />
        {code}
      </Box>
    )

  const banner = form === 'banner'
  const counted = isLive(code) && code === 'JG' && done !== undefined && done !== null && total
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: 2,
        whiteSpace: 'nowrap',
      }}
    >
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: banner ? 2 : 1.5,
          color: `verdict.${code}.fg`,
          fontWeight: banner ? 650 : 600,
          ...(banner && { typography: 'verdict' }),
          transition: 'color 280ms',
        }}
      >
        <Icon name={verdictIcon(code)} size={banner ? 22 : 16} spin={spin} />
        {name}
      </Box>
      {counted && (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.tertiary' }}>
          <Box component="b" sx={{ color: 'text.primary', fontWeight: 600 }}>
            {done}
          </Box>
          /{total}
        </Box>
      )}
    </Box>
  )
}
