import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'

import { useEffect, useState } from 'react'
import { Tip } from '../feedback/Tip.tsx'
import { useTranslation } from '../useTranslation.ts'
import { Icon } from './Icon.tsx'

type Props = {
  text: string | (() => string)
  /** Accessible name when 'Copy' is not specific enough. */
  label?: string
  /** Shows the word beside the icon. */
  labelled?: boolean
  /** Called with the result; the button shows it too. */
  onCopied?: (done: boolean) => void
}

const GLAD = 2000

/** Fallback without the clipboard API, as on plain http. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Copies a text and confirms it in place. */
export function CopyButton({ text, label, labelled = false, onCopied }: Props) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null)

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), GLAD)
    return () => clearTimeout(timer)
  }, [outcome])

  const act = async () => {
    const done = await copy(typeof text === 'function' ? text() : text)
    setOutcome(done ? 'done' : 'failed')
    onCopied?.(done)
  }
  const name = outcome ? t(`ui:copy.${outcome}`) : (label ?? t('ui:copy.action'))
  const icon = (
    <Icon
      name={outcome === 'done' ? 'check' : outcome === 'failed' ? 'alert' : 'copy'}
      size={labelled ? 16 : 14}
    />
  )

  if (labelled)
    return (
      <Button size="small" startIcon={icon} onClick={() => void act()}>
        {name}
      </Button>
    )
  return (
    <Tip title={name}>
      <IconButton size="small" aria-label={name} onClick={() => void act()}>
        {icon}
      </IconButton>
    </Tip>
  )
}
