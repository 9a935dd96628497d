import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useRef, useState } from 'react'
import { Segments } from '../controls/Segments.tsx'
import { FieldFrame } from '../form/FieldFrame.tsx'
import { useTranslation } from '../useTranslation.ts'
import { visuallyHidden } from '../visuallyHidden.ts'
import type { MarkdownEditorProps } from './MarkdownEditor.tsx'
import { MarkdownPreview } from './MarkdownPreview.tsx'
import { MarkdownTools, type UploadAct } from './MarkdownTools.tsx'
import { TEXT_ACTS, type TextActName } from './textActs.ts'
import { awaitsUpload } from './textUploads.ts'
import { marked, useTextField } from './useTextField.ts'
import { PICTURES, useTextUploads } from './useTextUploads.ts'
import { WritingPane } from './WritingPane.tsx'

const PANE = { minWidth: 0, minHeight: 0, flex: '1 1 0' } as const

/** The editor behind MarkdownEditor.tsx. */
export function MarkdownEditorBody(props: MarkdownEditorProps) {
  const { name, value, onChange, onBlur, onUpload, maxLength, suggest, height, focused, ...frame } = props
  const { t } = useTranslation()
  const { breakpoints } = useTheme()
  const wide = useMediaQuery(breakpoints.up('lg'), { noSsr: true })
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [beside, setBeside] = useState<'write' | 'both'>('both')
  const id = useId()
  const choosers = { picture: useRef<HTMLInputElement>(null), file: useRef<HTMLInputElement>(null) }
  const { field, latest, carryOut, type } = useTextField(value, onChange, focused ?? false)
  const { told, bringAll, takeFiles } = useTextUploads({ onUpload, type, latest })
  const writes = wide || view === 'write'
  const shows = wide ? beside === 'both' : view === 'preview'

  const act = (which: TextActName | UploadAct) => {
    const there = field.current
    if (!there) return
    if (which !== 'picture' && which !== 'file') return carryOut(TEXT_ACTS[which](marked(there)))
    if (onUpload) return choosers[which].current?.click()
    const { from, to, text } = marked(there)
    const insert = `![${text.slice(from, to)}](/)`
    carryOut({ from, to, insert, select: [from + insert.length - 2, from + insert.length - 1] })
  }

  return (
    <FieldFrame id={id} {...frame}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          height,
          border: 1,
          borderColor: frame.error ? 'verdict.WA.solid' : 'line.strong',
          borderRadius: 1,
          overflow: 'hidden',
          bgcolor: 'surface.main',
          '&:focus-within': { borderColor: 'line.focus' },
        }}
      >
        <MarkdownTools
          label={frame.label}
          controls={id}
          disabled={!writes}
          uploads={onUpload !== undefined}
          onAct={act}
        >
          {wide ? (
            <ViewChoice other="both" value={beside} onChange={setBeside} />
          ) : (
            <ViewChoice other="preview" value={view} onChange={setView} />
          )}
        </MarkdownTools>
        <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
          {writes && (
            <WritingPane id={id} field={field} carryOut={carryOut} takeFiles={takeFiles} editor={props} />
          )}
          {shows && <PreviewPane label={frame.label} text={value} isBeside={writes} />}
        </Box>
        {onUpload &&
          (['picture', 'file'] as const).map((kind) => (
            <Box
              key={kind}
              component="input"
              ref={choosers[kind]}
              type="file"
              multiple
              accept={kind === 'picture' ? PICTURES : undefined}
              tabIndex={-1}
              aria-label={t(`markdown:act.${kind}`)}
              onChange={(event) => {
                bringAll([...(event.target.files ?? [])])
                event.target.value = ''
              }}
              sx={visuallyHidden}
            />
          ))}
      </Box>
      <Box role="status" sx={awaitsUpload(value) ? { typography: 'caption', mt: 1 } : visuallyHidden}>
        {told}
      </Box>
    </FieldFrame>
  )
}

type ViewChoiceProps<Other extends 'both' | 'preview'> = {
  other: Other
  value: 'write' | Other
  onChange: (value: 'write' | Other) => void
}

function ViewChoice<Other extends 'both' | 'preview'>({ other, value, onChange }: ViewChoiceProps<Other>) {
  const { t } = useTranslation()
  return (
    <Segments<'write' | Other>
      label={t('markdown:view.label')}
      value={value}
      segments={[
        { value: 'write', label: t('markdown:view.write') },
        { value: other, label: t(`markdown:view.${other}`) },
      ]}
      onChange={onChange}
    />
  )
}

function PreviewPane({ label, text, isBeside }: { label: string; text: string; isBeside: boolean }) {
  const { t } = useTranslation()
  return (
    <Box
      role="region"
      aria-label={t('markdown:previewOf', { label })}
      tabIndex={0}
      sx={{
        ...PANE,
        p: 3,
        overflowY: 'auto',
        ...(isBeside && { borderLeft: 1, borderColor: 'divider' }),
      }}
    >
      {text.trim() ? (
        <MarkdownPreview text={text} />
      ) : (
        <Box sx={{ typography: 'body2', color: 'text.tertiary' }}>{t('markdown:nothing')}</Box>
      )}
    </Box>
  )
}
