import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Tip } from '../feedback/Tip.tsx'
import { useTranslation } from '../useTranslation.ts'
import type { TextActName } from './textActs.ts'
import { ToolIcon } from './toolIcons.tsx'

/** Acts that choose a file. */
export type UploadAct = 'picture' | 'file'

/** The tools in order; `key` is pressed with Ctrl or ⌘. */
const TOOLS: readonly { act: TextActName | UploadAct; key?: string }[] = [
  { act: 'bold', key: 'B' },
  { act: 'italic', key: 'I' },
  { act: 'heading', key: 'H' },
  { act: 'list', key: 'L' },
  { act: 'numbered' },
  { act: 'quote' },
  { act: 'code', key: 'E' },
  { act: 'formula', key: 'M' },
  { act: 'link', key: 'K' },
  { act: 'picture' },
  { act: 'file' },
  { act: 'table' },
]

/** The act of a Ctrl shortcut. */
export const actOfKey = (key: string): TextActName | null => {
  const tool = TOOLS.find((one) => one.key === key.toUpperCase())
  return tool && tool.act !== 'picture' && tool.act !== 'file' ? tool.act : null
}

type Props = {
  label: string
  /** Id of the textarea. */
  controls: string
  /** While the textarea is hidden. */
  disabled: boolean
  /** Whether files can be uploaded; a picture can be linked without. */
  uploads: boolean
  onAct: (act: TextActName | UploadAct) => void
  /** Right end of the toolbar. */
  children?: ReactNode
}

/** Toolbar of the Markdown editor, with a roving tabindex. */
export function MarkdownTools({ label, controls, disabled, uploads, onAct, children }: Props) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const tools = TOOLS.filter(({ act }) => uploads || act !== 'file')

  const go = (event: KeyboardEvent<HTMLElement>) => {
    const last = tools.length - 1
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }

  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'surface.sunken',
      }}
    >
      <Box
        role="toolbar"
        aria-label={t('markdown:tools', { label })}
        aria-controls={controls}
        onKeyDown={go}
        // One scrolling line on a phone, which leaves room for the text.
        sx={{
          display: 'flex',
          flexWrap: { md: 'wrap' },
          flex: { xs: '1 1 100%', md: 'none' },
          minWidth: 0,
          overflowX: { xs: 'auto', md: 'visible' },
          scrollbarWidth: 'none',
          gap: 0.5,
        }}
      >
        {tools.map(({ act, key }, index) => {
          const name = t(`markdown:act.${act}`)
          return (
            <Tip key={act} title={key ? t('markdown:withKey', { name, key }) : name}>
              <IconButton
                aria-label={name}
                aria-keyshortcuts={key && `Control+${key}`}
                disabled={disabled}
                tabIndex={index === at ? 0 : -1}
                onFocus={() => setAt(index)}
                // Keep the selection.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onAct(act)}
                sx={{ flex: 'none', '&&': { width: { xs: 36, md: 28 }, height: { xs: 36, md: 28 } } }}
              >
                <ToolIcon name={act} />
              </IconButton>
            </Tip>
          )
        })}
      </Box>
      {children && <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 2 }}>{children}</Box>}
    </Box>
  )
}
