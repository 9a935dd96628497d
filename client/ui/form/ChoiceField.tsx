import { useId } from 'react'
import { type Segment, Segments } from '../controls/Segments.tsx'
import { FieldFrame, type FramedProps } from './FieldFrame.tsx'

type Props<Value extends string> = FramedProps & {
  name?: string
  value: Value
  segments: readonly Segment<Value>[]
  onChange: (value: Value) => void
  onBlur?: () => void
}

/** Radio group. */
export function ChoiceField<Value extends string>(props: Props<Value>) {
  const { name: _, value, segments, onChange, onBlur: __, ...frame } = props
  const id = useId()
  return (
    <FieldFrame
      id={id}
      group
      show={(theirs) => segments.find((segment) => segment.value === theirs)?.label}
      {...frame}
    >
      <Segments label={frame.label} value={value} segments={segments} onChange={onChange} />
    </FieldFrame>
  )
}
