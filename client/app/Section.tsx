/** A part of a page that can fail, or be slow, alone: its error stays inside, with a way to try again. */
import { Component, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/ErrorState.tsx'
import { failureWords } from './failures.ts'

type BoundaryProps = { children: ReactNode; fallback: (error: unknown) => ReactNode }

class Boundary extends Component<BoundaryProps, { failed: boolean; error: unknown }> {
  override state = { failed: false, error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error }
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
      key={attempt}
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
