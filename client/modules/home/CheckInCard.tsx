import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useEffect } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CheckInCard_state$key } from '../../__generated__/CheckInCard_state.graphql.ts'
import type { CheckInCardMutation } from '../../__generated__/CheckInCardMutation.graphql.ts'
import { askedToLogin } from '../../app/session/guards.ts'
import { toast } from '../../app/toasts.ts'
import { RefusedError } from '../../relay/refusal.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { asFortune, JOKE } from './fortune.ts'
import { useJoke } from './useJoke.ts'

/** Daily check-in: a fortune, and the last seven days. */
export function CheckInCard(props: { state: CheckInCard_state$key | null | undefined }) {
  const { t } = useTranslation()
  const state = useFragment(
    graphql`
      fragment CheckInCard_state on CheckInState {
        doneToday
        fortune
        streak
        week
      }
    `,
    props.state,
  )
  const tellJoke = useJoke()
  const [checkIn, { pending, failure }] = useMutation<CheckInCardMutation>(
    graphql`
      mutation CheckInCardMutation {
        checkIn {
          fortune
          ...CheckInCard_state
        }
      }
    `,
    {
      quiet: true,
    },
  )
  const fortune = asFortune(state?.fortune)
  const done = state?.doneToday ?? false

  const act = async () => {
    if (askedToLogin()) return
    // Logged in, but the page was loaded before the login, or the account is deleted.
    if (!state) return toast.warning(t('home:checkIn.noViewer'))
    if (done) return toast.warning(t('home:checkIn.again'))
    const answer = await checkIn({})
    if (answer?.checkIn.fortune === JOKE) tellJoke()
  }

  useEffect(() => {
    // The login dialog opens by itself.
    const code = failure instanceof RefusedError ? failure.code : null
    if (!failure || code === 'UNAUTHENTICATED') return
    toast.warning(t(code === 'ALREADY_CHECKED_IN' ? 'home:checkIn.again' : 'home:checkIn.failed'))
  }, [failure, t])

  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="check-in"
      sx={{ px: 4, pt: 3.5, pb: 4, flex: 'none' }}
    >
      <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{t('home:checkIn.label')}</Box>
      <Box aria-live="polite">
        <Box component="h2" id="check-in" sx={{ typography: 'h2', mt: 0.5, mb: 1 }}>
          {fortune ? t(`fortune:${fortune}.title`) : t('home:checkIn.title')}
        </Box>
        <Box component="p" sx={{ typography: 'dense', color: 'text.secondary' }}>
          {fortune ? t(`fortune:${fortune}.advice`) : t('home:checkIn.text')}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 3 }}>
        {state && <Week days={state.week} done={done} streak={state.streak} />}
        <Button
          variant={done ? 'outlined' : 'contained'}
          color={done ? 'secondary' : 'primary'}
          loading={pending}
          sx={{ ml: 'auto' }}
          startIcon={done ? <Icon name="check" /> : undefined}
          onClick={() => void act()}
        >
          {t(done ? 'home:checkIn.done' : 'home:checkIn.act')}
        </Button>
      </Box>
    </Paper>
  )
}

type WeekProps = { days: readonly boolean[]; done: boolean; streak: number }

/** The last seven days, today last; today is an outline until it is done. */
function Week({ days, done, streak }: WeekProps) {
  const { t } = useTranslation()
  const count = days.filter(Boolean).length
  return (
    <>
      <Box role="img" aria-label={t('home:checkIn.week', { count })} sx={{ display: 'flex', gap: '3px' }}>
        {days.map((day, index) => {
          const today = index === days.length - 1
          return (
            <Box
              key={index}
              component="i"
              sx={{
                width: 14,
                height: 14,
                borderRadius: 0.5,
                bgcolor: day ? 'verdict.AC.solid' : today ? undefined : 'line.subtle',
                transition: 'background-color 280ms',
                ...(today &&
                  !done && { boxShadow: ({ vars }) => `inset 0 0 0 1.5px ${vars.palette.accent.fg}` }),
              }}
            />
          )
        })}
      </Box>
      <Box sx={{ typography: 'caption', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
        {streak > 0 ? t('home:checkIn.streak', { count: streak }) : t('home:checkIn.noStreak')}
      </Box>
    </>
  )
}
