import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Collapse from '@mui/material/Collapse'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../../ui/controls/Icon.tsx'

type Props = {
  title: string
  text?: string
  /** Fragment of the URL that scrolls here. */
  anchor?: string
  children: ReactNode
}

/** A collapsible section of the settings. */
export function SettingSection({ title, text, anchor, children }: Props) {
  const [open, setOpen] = useState(true)
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const isTarget = anchor !== undefined && hash === `#${anchor}`
  useEffect(() => {
    if (isTarget) section.current?.scrollIntoView()
  }, [isTarget])
  return (
    <Box
      component="section"
      ref={section}
      aria-labelledby={`${id}-title`}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper' }}
    >
      <Box component="h2" sx={{ m: 0, typography: 'h3' }}>
        <ButtonBase
          id={`${id}-title`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          sx={{
            width: '100%',
            justifyContent: 'space-between',
            px: { xs: 4, md: 6 },
            py: 3.5,
            font: 'inherit',
            textAlign: 'left',
          }}
        >
          {title}
          <Box
            component="span"
            sx={{
              display: 'inline-flex',
              transform: open ? 'none' : 'rotate(-90deg)',
              color: 'text.tertiary',
            }}
          >
            <Icon name="down" />
          </Box>
        </ButtonBase>
      </Box>
      <Collapse in={open} id={id}>
        <Box sx={{ px: { xs: 4, md: 6 }, pb: { xs: 4, md: 6 }, display: 'grid', gap: 4 }}>
          {text && (
            <Box component="p" sx={{ m: 0, typography: 'body2', color: 'text.secondary' }}>
              {text}
            </Box>
          )}
          {children}
        </Box>
      </Collapse>
    </Box>
  )
}
