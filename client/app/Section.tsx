/** A part of a page that can fail, or be slow, alone: its error stays inside, with a way to try again. */
import { Component, type ReactNode, Suspense, useState } from 'react'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { useTranslation } from '../ui/useTranslation.ts'
import { failureWords } from './failures.ts'

type BoundaryProps = {
  children: ReactNode
  fallback: (error: unknown) => ReactNode
  /** When it changes after a failure, what is inside is tried again. */
  attempt?: unknown
}

type BoundaryState = { failed: boolean; error: unknown; attempt: unknown }

/** Shows something else when what is inside fails. */
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
  /** Shown while the section waits, in its final layout. */
  skeleton?: ReactNode
  /** `attempt` counts the retries; give it to a query's `fetchKey`. */
  children: ReactNode | ((attempt: number) => ReactNode)
}

export function Section({ skeleton = null, children }: Props) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  return (
    <Boundary
      attempt={attempt}
      fallback={(error) => (
        <ErrorState
          title={t('ui:error.title')}
          text={failureWords(error)}
          retry={t('ui:error.retry')}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
    >
      <Suspense fallback={skeleton}>{typeof children === 'function' ? children(attempt) : children}</Suspense>
    </Boundary>
  )
}
