import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useState,
} from 'react'
import { lazyPart } from '../lazyPart.ts'

const loadBubble = async () => (await import('./TipBubble.tsx')).TipBubble
const TipBubble = lazyPart(loadBubble)

type Listeners = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  'aria-describedby'?: string
}

type Props = {
  title: ReactNode
  /** One element that accepts pointer and focus events. */
  children: ReactElement<Listeners>
}

/** Delay before it opens (ms), so that moving the pointer over a row shows none. */
const DELAY = 300

/** Tooltip on hover and focus; its positioning code loads on first use. */
export function Tip({ title, children }: Props) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const { onPointerEnter, onPointerLeave, onFocus, onBlur, 'aria-describedby': describedBy } = children.props

  useEffect(() => {
    if (!anchor) return
    void loadBubble()
    const timer = setTimeout(() => setOpen(true), DELAY)
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAnchor(null)
    }
    window.addEventListener('keydown', close)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', close)
      setOpen(false)
    }
  }, [anchor])

  if (!title) return children
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': open ? id : describedBy,
        onPointerEnter: (event) => {
          onPointerEnter?.(event)
          if (event.pointerType !== 'touch') setAnchor(event.currentTarget)
        },
        onPointerLeave: (event) => {
          onPointerLeave?.(event)
          setAnchor(null)
        },
        onFocus: (event) => {
          onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget)
        },
        onBlur: (event) => {
          onBlur?.(event)
          setAnchor(null)
        },
      })}
      {anchor && open && (
        <Suspense fallback={null}>
          <TipBubble id={id} anchor={anchor} title={title} />
        </Suspense>
      )}
    </>
  )
}
