import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { Key } from '../controls/Key.tsx'
import { formatClock } from '../text/format.ts'
import { useTranslation } from '../useTranslation.ts'

type Props = {
  /** The return value of useForm. */
  form: { changed: boolean; wrong: number; reset: () => void; form: { current: HTMLFormElement | null } }
  pending: boolean
  /** Label of the save button; 'Save' when left out. */
  save?: string
  /** When the draft was last stored, from `useFormDraft`. */
  keptAt?: number | null
  /** Background it is on: the page, or a card. */
  ground?: 'default' | 'paper'
}

/** Sticky bar of a long form: number of errors, reset, and save (Ctrl+S too). */
export function FormBar({ form, pending, save, keptAt = null, ground = 'default' }: Props) {
  const { t } = useTranslation()
  const { changed, wrong, reset, form: element } = form
  const isSticky = changed || wrong > 0

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      // A dialog above the form keeps its keys.
      if (!event.repeat && !document.querySelector('[aria-modal="true"]')) element.current?.requestSubmit()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [element])

  return (
    <Box
      data-low={isSticky ? '' : undefined}
      sx={{
        // Not sticky when there is nothing to save.
        position: isSticky ? 'sticky' : 'static',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 3,
        py: 2.5,
        bgcolor: `background.${ground}`,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        role="status"
        sx={{
          flex: { xs: '1 1 100%', sm: 1 },
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          typography: 'dense',
          color: wrong > 0 ? 'verdict.WA.fg' : 'text.tertiary',
        }}
      >
        {wrong > 0 ? (
          <>
            <Icon name="alert" size={14} />
            {t('ui:form.toFix', { count: wrong })}
          </>
        ) : (
          changed && (keptAt === null ? t('ui:form.unsaved') : t('draft:kept', { time: formatClock(keptAt) }))
        )}
      </Box>
      <Button variant="text" disabled={!changed || pending} onClick={() => reset()}>
        {t('ui:form.discard')}
      </Button>
      <Button
        type="submit"
        variant="contained"
        color="primary"
        loading={pending}
        disabled={!changed}
        aria-keyshortcuts="Control+S"
      >
        {save ?? t('ui:form.save')}
        <Box component="span" aria-hidden sx={{ display: { xs: 'none', md: 'inline-flex' } }}>
          <Key outlined>Ctrl S</Key>
        </Box>
      </Button>
    </Box>
  )
}
