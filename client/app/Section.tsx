/** Error and loading boundary for a part of a page, with a retry button. */
import { Component, type ReactNode, Suspense, useState } from 'react'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { useTranslation } from '../ui/useTranslation.ts'
import { failureWords } from './failures.ts'
import { useUnaskedRetry } from './useUnaskedRetry.ts'

type BoundaryProps = {
  children: ReactNode
  fallback: (error: unknown) => ReactNode
  /** A change after a failure renders the children again. */
  attempt?: unknown
}

type BoundaryState = { failed: boolean; error: unknown; attempt: unknown }

/** Renders a fallback when its children throw. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, error: null, attempt: this.props.attempt }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: true, error }
  }

  static getDerivedStateFromProps(
    { attempt }: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return attempt === state.attempt ? null : { failed: false, error: null, attempt }
  }

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error) : this.props.children
  }
}

type Props = {
  /** Shown while the children suspend, in their final layout. */
  skeleton?: ReactNode
  /** `attempt` counts the retries; pass it to a query's `fetchKey`. */
  children: ReactNode | ((attempt: number) => ReactNode)
}

export function Section({ skeleton = null, children }: Props) {
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt(attempt + 1)
  return (
    <Boundary attempt={attempt} fallback={(error) => <Failure error={error} onRetry={retry} />}>
      <Suspense fallback={skeleton}>{typeof children === 'function' ? children(attempt) : children}</Suspense>
    </Boundary>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  useUnaskedRetry(error, onRetry)
  return (
    <ErrorState
      title={t('ui:error.title')}
      text={failureWords(error)}
      retry={t('ui:error.retry')}
      onRetry={onRetry}
    />
  )
}
