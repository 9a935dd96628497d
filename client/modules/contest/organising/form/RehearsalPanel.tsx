import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import { asLocale, LOCALE_NAME } from '#locales/i18n.ts'
import type { RehearsalPanel_contest$key } from '../../../../__generated__/RehearsalPanel_contest.graphql.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'

const ShowProblem = lazyPart(async () => (await import('../problems/ShowProblem.tsx')).ShowProblem)

/** Pre-contest check: the problems of a contest's setup, worst first; empty once it has ended. */
export function RehearsalPanel(props: { contest: RehearsalPanel_contest$key }) {
  const { t } = useTranslation()
  const { status, setting } = useFragment(
    graphql`
      fragment RehearsalPanel_contest on Contest {
        status
        setting {
          rehearsal {
            code
            problemLabel
            about
            isBlocking
            showable {
              id
            }
          }
        }
      }
    `,
    props.contest,
  )
  if (status === 'ENDED' || !setting) return null
  const findings = setting.rehearsal.toSorted(
    (one, other) => Number(other.isBlocking) - Number(one.isBlocking),
  )
  const isFine = findings.length === 0
  return (
    <Box sx={{ mb: 4 }}>
      <FormCard
        title={t('organising:rehearsal.title')}
        text={
          <Box
            component="span"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 1,
              color: isFine ? 'verdict.AC.fg' : 'text.secondary',
            }}
          >
            {isFine && <Icon name="check" size={14} />}
            {isFine
              ? t('organising:rehearsal.fine')
              : t('organising:rehearsal.found', { count: findings.length })}
          </Box>
        }
      >
        {!isFine && (
          <Box component="ul" sx={{ display: 'grid', gap: 1.5, typography: 'dense' }}>
            {findings.map(({ code, problemLabel, about, isBlocking, showable }) => {
              const locale = code === 'STATEMENT_MISSING' && asLocale(about ?? '')
              return (
                <Box
                  component="li"
                  key={`${code} ${problemLabel} ${about}`}
                  sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}
                >
                  <Box
                    component="span"
                    sx={{ display: 'flex', pt: 0.5, color: isBlocking ? 'verdict.WA.fg' : 'verdict.TLE.fg' }}
                  >
                    <Icon name={isBlocking ? 'cross' : 'alert'} size={14} />
                  </Box>
                  <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                    {t(`organising:rehearsal.${code}`, {
                      problem: problemLabel ?? '',
                      about: locale ? LOCALE_NAME[locale] : (about ?? ''),
                    })}
                  </Box>
                  {showable && (
                    <Suspense>
                      <ShowProblem id={showable.id} label={problemLabel ?? ''} />
                    </Suspense>
                  )}
                </Box>
              )
            })}
          </Box>
        )}
      </FormCard>
    </Box>
  )
}
