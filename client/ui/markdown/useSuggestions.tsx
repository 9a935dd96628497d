/**
 * Offers completions while somebody types in a textarea, such as names behind an @:
 *
 *   <MarkdownEditor suggest={{ label, count, before: mentionBefore, search, insert: ({ label }) => `@${label} ` }} … />
 *
 * Arrows move, Enter and Tab choose, Escape closes. The focus stays in the text. Nothing is offered while an input
 * method composes.
 */
import Box from '@mui/material/Box'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type Found, useDebouncedSearch } from '../form/useDebouncedSearch.ts'
import { isComposing } from '../isComposing.ts'
import { visuallyHidden } from '../visuallyHidden.ts'
import { caretIn } from './caretIn.ts'
import type { Edit } from './textActs.ts'

export type Suggest = {
  /** Accessible name of the list. */
  label: string
  /** Tells a screen reader how many there are. */
  count: (count: number) => string
  /** What is completed before the cursor; null: nothing. */
  before: (text: string, cursor: number) => { from: number; prefix: string } | null
  search: (prefix: string) => Promise<readonly Found[]>
  insert: (found: Found) => string
}

/** Where the list stands: beneath the word, or above it near the end of the window. */
type Place = { left: number; top: number } | { left: number; bottom: number }
type Typed = { from: number; to: number; prefix: string; at: Place }

const NO_SEARCH = async (): Promise<readonly Found[]> => []
/** Width and greatest height of the list (px). */
const WIDTH = 240
const HEIGHT = 280

function placeAt({ left, top, bottom }: ReturnType<typeof caretIn>): Place {
  const { clientWidth, clientHeight } = document.documentElement
  const at = Math.max(8, Math.min(left, clientWidth - WIDTH - 8))
  const isBelow = bottom + HEIGHT < clientHeight || top < clientHeight / 2
  return isBelow ? { left: at, top: bottom + 4 } : { left: at, bottom: clientHeight - top + 4 }
}

const beginsWith = ({ label }: Found, prefix: string) =>
  label.normalize('NFKC').toLowerCase().startsWith(prefix.normalize('NFKC').toLowerCase())

export function useSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  carryOut: (edit: Edit) => void,
  suggest: Suggest | undefined,
) {
  const id = useId()
  const [typed, setTyped] = useState<Typed | null>(null)
  const [active, setActive] = useState(0)
  const composes = useRef(false)
  /** Where a list was closed by Escape; it stays closed for this word. */
  const closedAt = useRef<number | null>(null)
  const { options } = useDebouncedSearch(suggest?.search ?? NO_SEARCH, typed ? typed.prefix : null)
  const shown = typed ? options.filter((option) => beginsWith(option, typed.prefix)) : []
  const isOpen = shown.length > 0
  const place = Math.min(active, shown.length - 1)

  const note = () => {
    const there = field.current
    if (!suggest || !there || composes.current) return
    const cursor = there.selectionStart
    const found = there.selectionEnd === cursor ? suggest.before(there.value, cursor) : null
    if (found?.from !== closedAt.current) closedAt.current = null
    if (!found || closedAt.current !== null) return setTyped(null)
    if (found.prefix !== typed?.prefix) setActive(0)
    setTyped({ ...found, to: cursor, at: placeAt(caretIn(there, found.from)) })
  }

  const choose = (option: Found) => {
    if (!typed || !suggest) return
    const insert = suggest.insert(option)
    const at = typed.from + insert.length
    setTyped(null)
    carryOut({ from: typed.from, to: typed.to, insert, select: [at, at] })
  }

  // The list is fixed to the window, where the text moves away beneath it.
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      if (!(event.target instanceof Element) || event.target.id !== `${id}list`) setTyped(null)
    }
    addEventListener('scroll', close, true)
    addEventListener('resize', close)
    return () => {
      removeEventListener('scroll', close, true)
      removeEventListener('resize', close)
    }
  }, [isOpen, id])

  /** Whether the key was for the list. */
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event
    if (!isOpen || isComposing(nativeEvent) || ctrlKey || metaKey || altKey || shiftKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const option = shown[place]
    if (step) setActive((place + step + shown.length) % shown.length)
    else if ((key === 'Enter' || key === 'Tab') && option) choose(option)
    else if (key === 'Escape') {
      closedAt.current = typed?.from ?? null
      setTyped(null)
    } else return false
    event.preventDefault()
    nativeEvent.stopImmediatePropagation()
    event.stopPropagation()
    return true
  }

  return {
    press,
    field: suggest && {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-controls': isOpen ? `${id}list` : undefined,
      'aria-activedescendant': isOpen ? `${id}${place}` : undefined,
      onSelect: note,
      onCompositionStart: () => {
        composes.current = true
        setTyped(null)
      },
      onCompositionEnd: () => {
        composes.current = false
        note()
      },
    },
    close: () => setTyped(null),
    list: suggest && (
      <>
        {isOpen && typed && (
          <Suggestions
            id={id}
            label={suggest.label}
            options={shown}
            place={place}
            at={typed.at}
            onChoose={choose}
          />
        )}
        <Box role="status" sx={visuallyHidden}>
          {isOpen && suggest.count(shown.length)}
        </Box>
      </>
    ),
  }
}

type ListProps = {
  id: string
  label: string
  options: readonly Found[]
  place: number
  at: Place
  onChoose: (option: Found) => void
}

function Suggestions({ id, label, options, place, at, onChoose }: ListProps) {
  return (
    <Box
      role="listbox"
      id={`${id}list`}
      aria-label={label}
      sx={{
        position: 'fixed',
        ...at,
        zIndex: 'tooltip',
        width: WIDTH,
        maxWidth: 'calc(100vw - 16px)',
        maxHeight: HEIGHT,
        overflowY: 'auto',
        py: 1,
        borderRadius: 1,
        border: 1,
        borderColor: 'line.default',
        bgcolor: 'surface.overlay',
        boxShadow: 8,
      }}
    >
      {options.map((option, index) => (
        <Box
          key={option.value}
          role="option"
          id={`${id}${index}`}
          aria-selected={index === place}
          // The text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            minHeight: { xs: 44, md: 32 },
            px: 3,
            typography: 'body2',
            cursor: 'pointer',
            bgcolor: index === place ? 'surface.selected' : undefined,
            '&:hover': { bgcolor: index === place ? 'surface.selected' : 'surface.hover' },
            '@media (forced-colors: active)':
              index === place
                ? { forcedColorAdjust: 'none', bgcolor: 'Highlight', color: 'HighlightText' }
                : {},
          }}
        >
          <Box
            component="bdi"
            sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {option.label}
          </Box>
          {option.note && (
            <Box
              component="bdi"
              sx={{
                minWidth: 0,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
                typography: 'dense',
                color: 'text.secondary',
              }}
            >
              {option.note}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
