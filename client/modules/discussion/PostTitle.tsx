import Box from '@mui/material/Box'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { bareTitle } from './bareTitle.ts'

type Props = {
  title: string
  problem: { readonly displayId: string } | null | undefined
  isPinned: boolean
}

/** Holds the problem id on the line of a title that is one long word. */
const NO_BREAK = '\u00a0'

/** An inline box: a line never breaks between it and the title, as it would beside an inline block. */
const PIN = {
  position: 'relative',
  pr: 5,
  color: 'accent.fg',
  '& > svg': { position: 'absolute', left: 0, bottom: '0.1em' },
} as const

/** Title of a post: pin, problem id and words. */
export function PostTitle({ title, problem, isPinned }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {isPinned && (
        <Box
          component="span"
          role="img"
          aria-label={t('discussion:pinned')}
          title={t('discussion:pinned')}
          sx={PIN}
        >
          <Icon name="pin" size={14} />
        </Box>
      )}
      {problem && (
        <Box
          component="span"
          sx={{
            mr: 1,
            px: 1.5,
            py: 0.25,
            borderRadius: 0.67,
            typography: 'code',
            fontWeight: 500,
            color: 'text.secondary',
            bgcolor: 'surface.fill',
          }}
        >
          {problem.displayId}
        </Box>
      )}
      {problem && NO_BREAK}
      <bdi>{bareTitle(title, problem?.displayId)}</bdi>
    </>
  )
}

/** Note beside the title of a disabled post. */
export function DisabledNote() {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        typography: 'dense',
        color: 'text.secondary',
      }}
    >
      <Icon name="eyeOff" size={14} />
      {t('discussion:disabledNote')}
    </Box>
  )
}
