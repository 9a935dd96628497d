import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Segments } from '../controls/Segments.tsx'
import { FieldFrame, hasNote, noteIdOf } from '../form/FieldFrame.tsx'
import { useTranslation } from '../useTranslation.ts'
import { visuallyHidden } from '../visuallyHidden.ts'
import type { MarkdownEditorProps } from './MarkdownEditor.tsx'
import { MarkdownPreview } from './MarkdownPreview.tsx'
import { actOfKey, MarkdownTools } from './MarkdownTools.tsx'
import { awaitsPicture, markOf, settleMark, watchMarks, wordsOf } from './pictures.ts'
import { type Edit, type Marked, nextLine, TEXT_ACTS, type TextActName } from './textActs.ts'

const PICTURES = 'image/png,image/jpeg,image/gif,image/webp'

const picturesIn = (files: FileList) => [...files].filter(({ type }) => PICTURES.split(',').includes(type))

/** The editor behind MarkdownEditor.tsx. */
export function MarkdownEditorBody(props: MarkdownEditorProps) {
  const { name, value, onChange, onBlur, onPicture, maxLength, height, focused = false, ...frame } = props
  const { t } = useTranslation()
  const { breakpoints } = useTheme()
  const wide = useMediaQuery(breakpoints.up('lg'), { noSsr: true })
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [beside, setBeside] = useState<'write' | 'both'>('both')
  const [told, setTold] = useState('')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const writes = wide || view === 'write'
  const shows = wide ? beside === 'both' : view === 'preview'

  const marked = (there: HTMLTextAreaElement): Marked => ({
    text: there.value,
    from: there.selectionStart,
    to: there.selectionEnd,
  })

  /** Applies an edit as if typed, so that the browser can undo it. */
  const carryOut = ({ from, to, insert, select }: Edit) => {
    const there = field.current
    if (!there) return
    there.focus()
    there.setSelectionRange(from, to)
    const { execCommand } = there.ownerDocument
    const done = execCommand.call(
      there.ownerDocument,
      insert ? 'insertText' : 'delete',
      false,
      insert || undefined,
    )
    if (!done) {
      there.setRangeText(insert, from, to, 'end')
      onChange(there.value)
    }
    there.setSelectionRange(...select)
  }

  const type = (words: string) => {
    const there = field.current
    if (!there) return
    const { from, to } = marked(there)
    const at = from + words.length
    carryOut({ from, to, insert: words, select: [at, at] })
  }

  useEffect(
    () =>
      watchMarks({
        text: () => latest.current.value,
        replace: (old, words) => {
          const there = field.current
          if (!there) return latest.current.onChange(latest.current.value.replace(old, () => words))
          const at = there.value.indexOf(old)
          if (at < 0) return
          there.setRangeText(words, at, at + old.length, 'preserve')
          latest.current.onChange(there.value)
        },
      }),
    [],
  )

  useEffect(() => {
    if (focused) field.current?.focus()
  }, [focused])

  const bring = async (file: File) => {
    if (!onPicture) return
    const mark = markOf(t('markdown:picture.coming', { name: wordsOf(file.name) }))
    type(`${mark}\n`)
    setTold(t('markdown:picture.coming', { name: file.name }))
    const settle = (words: string) =>
      settleMark(mark, words, () => {
        const { value, onChange } = latest.current
        onChange(value.replace(mark, () => words))
      })
    try {
      const link = await onPicture(file)
      settle(link === null ? '' : `![${wordsOf(file.name)}](${link})`)
      setTold(link === null ? '' : t('markdown:picture.here', { name: file.name }))
    } catch {
      settle('')
    }
  }
  const bringAll = (files: readonly File[]) => {
    for (const file of files) void bring(file)
  }

  const takeFiles = (event: ClipboardEvent | DragEvent, files: FileList) => {
    const pictures = onPicture ? picturesIn(files) : []
    if (pictures.length === 0) return
    event.preventDefault()
    bringAll(pictures)
  }

  const act = (which: TextActName | 'picture') => {
    const there = field.current
    if (!there) return
    if (which !== 'picture') return carryOut(TEXT_ACTS[which](marked(there)))
    if (onPicture) return chooser.current?.click()
    const { from, to, text } = marked(there)
    const insert = `![${text.slice(from, to)}](/)`
    carryOut({ from, to, insert, select: [from + insert.length - 2, from + insert.length - 1] })
  }

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent, currentTarget } = event
    if (nativeEvent.isComposing || altKey || shiftKey) return
    const named = ctrlKey || metaKey ? actOfKey(key) : null
    const edit = named
      ? TEXT_ACTS[named](marked(currentTarget))
      : key === 'Enter' && !ctrlKey && !metaKey
        ? nextLine(marked(currentTarget))
        : null
    if (!edit) return
    event.preventDefault()
    // The page has its own shortcuts on these keys.
    nativeEvent.stopImmediatePropagation()
    event.stopPropagation()
    carryOut(edit)
  }

  const pane = { minWidth: 0, minHeight: 0, flex: '1 1 0' } as const
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
        <MarkdownTools label={frame.label} controls={id} disabled={!writes} onAct={act}>
          {wide ? (
            <Segments
              label={t('markdown:view.label')}
              value={beside}
              segments={[
                { value: 'write', label: t('markdown:view.write') },
                { value: 'both', label: t('markdown:view.both') },
              ]}
              onChange={setBeside}
            />
          ) : (
            <Segments
              label={t('markdown:view.label')}
              value={view}
              segments={[
                { value: 'write', label: t('markdown:view.write') },
                { value: 'preview', label: t('markdown:view.preview') },
              ]}
              onChange={setView}
            />
          )}
        </MarkdownTools>
        <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
          {writes && (
            <Box
              component="textarea"
              ref={field}
              id={id}
              name={name}
              value={value}
              maxLength={maxLength}
              aria-label={frame.hiddenLabel ? frame.label : undefined}
              aria-invalid={frame.error ? true : undefined}
              aria-required={frame.required || undefined}
              aria-describedby={hasNote(frame) ? noteIdOf(id) : undefined}
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
              onKeyDown={press}
              onPaste={(event) => takeFiles(event, event.clipboardData.files)}
              onDragOver={(event) => {
                if (onPicture && event.dataTransfer.types.includes('Files')) event.preventDefault()
              }}
              onDrop={(event) => takeFiles(event, event.dataTransfer.files)}
              sx={{
                ...pane,
                p: 3,
                border: 0,
                outline: 0,
                resize: 'none',
                typography: 'code',
                lineHeight: 1.7,
                color: 'text.primary',
                bgcolor: 'transparent',
                // The border around the editor shows the focus.
                '&:focus-visible': { outline: 'none' },
              }}
            />
          )}
          {shows && (
            <Box
              role="region"
              aria-label={t('markdown:previewOf', { label: frame.label })}
              tabIndex={0}
              sx={{
                ...pane,
                p: 3,
                overflowY: 'auto',
                ...(writes && { borderLeft: 1, borderColor: 'divider' }),
              }}
            >
              {value.trim() ? (
                <MarkdownPreview text={value} />
              ) : (
                <Box sx={{ typography: 'body2', color: 'text.tertiary' }}>{t('markdown:nothing')}</Box>
              )}
            </Box>
          )}
        </Box>
        {onPicture && (
          <Box
            component="input"
            ref={chooser}
            type="file"
            multiple
            accept={PICTURES}
            tabIndex={-1}
            aria-label={t('markdown:act.picture')}
            onChange={(event) => {
              bringAll([...(event.target.files ?? [])])
              event.target.value = ''
            }}
            sx={visuallyHidden}
          />
        )}
      </Box>
      <Box role="status" sx={awaitsPicture(value) ? { typography: 'caption', mt: 1 } : visuallyHidden}>
        {told}
      </Box>
    </FieldFrame>
  )
}
