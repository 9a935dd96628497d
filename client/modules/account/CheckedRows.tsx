import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { upload } from '../../relay/files/upload.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** The server's answer to a file of accounts that was checked. */
export type Checked = Awaited<ReturnType<typeof upload<'accountsToCheck'>>>

const FIELDS = ['username', 'password', 'email', 'realname', 'nickname', 'school'] as const

/** Accounts previewed before an import. */
const SHOWN = 20

/** The errors of an account file by line, or a preview of the accounts it creates. */
export function CheckedRows({
  checked: { total, faultCount, spareTeams, faults, rows },
}: {
  checked: Checked
}) {
  const { t } = useTranslation()
  const nameOf = (field: string | null) => {
    const known = FIELDS.find((one) => one === field)
    return known ? t('newAccount:import.of', { field: t(`newAccount:field.${known}`) }) : ''
  }
  if (faultCount > 0)
    return (
      <>
        <Box role="alert" sx={{ typography: 'dense', color: 'error.main' }}>
          {t('newAccount:import.wrong', { count: faultCount })}
        </Box>
        <Lines label={t('newAccount:import.faults')} more={faultCount - faults.length}>
          {faults.map(({ line, username, field, message }) => (
            <Line key={line} first={t('newAccount:import.line', { line })} name={username}>
              {nameOf(field)}
              {message}
            </Line>
          ))}
        </Lines>
      </>
    )
  return (
    <>
      <Box role="status" sx={{ typography: 'dense', color: 'verdict.AC.fg' }}>
        {t('newAccount:import.sound', { count: total })}
      </Box>
      {spareTeams > 0 && (
        <Box sx={{ typography: 'dense', color: 'text.secondary' }}>
          {t('newAccount:import.spareTeams', { count: spareTeams })}
        </Box>
      )}
      <Lines label={t('newAccount:import.preview')} more={total - Math.min(SHOWN, rows.length)}>
        {rows.slice(0, SHOWN).map(({ username, email, realname, nickname, school }) => (
          <Line key={username} name={username}>
            {[realname, nickname, school, email].filter(Boolean).join(' · ')}
          </Line>
        ))}
      </Lines>
    </>
  )
}

type LinesProps = { label: string; more: number; children: ReactNode }

/** Scrollable lines, with the number of further ones below. */
function Lines({ label, more, children }: LinesProps) {
  const { t } = useTranslation()
  return (
    <div>
      <Box
        component="section"
        // A scrollable area must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        sx={{ maxHeight: 240, overflowY: 'auto', border: 1, borderColor: 'line.default', borderRadius: 1 }}
      >
        <Box component="ul" sx={{ display: 'grid', m: 0, p: 0, listStyle: 'none' }}>
          {children}
        </Box>
      </Box>
      {more > 0 && (
        <Box sx={{ typography: 'caption', color: 'text.tertiary', mt: 1 }}>
          {t('newAccount:import.more', { count: more })}
        </Box>
      )}
    </div>
  )
}

type LineProps = { first?: string; name: string; children: ReactNode }

const Line = ({ first, name, children }: LineProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 3,
      px: 3,
      py: 1.5,
      typography: 'dense',
      overflowWrap: 'anywhere',
      '& + &': { borderTop: 1, borderColor: 'line.default' },
    }}
  >
    {first && (
      <Box component="span" sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
        {first}
      </Box>
    )}
    {name && (
      <Box component="span" sx={{ fontWeight: 500 }}>
        {name}
      </Box>
    )}
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}
    </Box>
  </Box>
)
