import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { DataTable } from '../../ui/layout/DataTable.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { callsIn, type RestCall } from './restDocument.ts'

type State = { calls: RestCall[] } | 'loading' | 'failed'

/** All REST calls by subject: what each does and who may call it. */
export function RestCalls({ url }: { url: string }) {
  const { t } = useTranslation()
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  const [wanted, setWanted] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt fetches again.
  useEffect(() => {
    const leaving = new AbortController()
    setState('loading')
    fetch(url, { signal: leaving.signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(answer.statusText)
        setState({ calls: callsIn(await answer.json()) })
      })
      .catch(() => leaving.signal.aborted || setState('failed'))
    return () => leaving.abort()
  }, [url, attempt])

  if (state === 'loading') return <SkeletonRows rows={8} />
  if (state === 'failed') {
    return (
      <EmptyState title={t('developer:calls.failed')}>
        <Button onClick={() => setAttempt(attempt + 1)}>{t('developer:calls.again')}</Button>
      </EmptyState>
    )
  }
  const found = state.calls.filter(({ method, path, summary }) =>
    `${method} ${path} ${summary}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  const tags = [...new Set(found.map(({ tag }) => tag))]
  const who = ({ isOpen, permissions }: RestCall) => {
    if (isOpen) return t('developer:calls.everybody')
    return permissions.length > 0 ? <code>{permissions.join(' ')}</code> : t('developer:calls.signedIn')
  }
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <SearchField label={t('developer:calls.search')} value={wanted} onSearch={setWanted} />
        <Box role="status" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {t('developer:calls.found', { count: found.length })}
        </Box>
      </Box>
      {tags.map((tag) => (
        <Box component="section" key={tag} sx={{ minWidth: 0 }}>
          <Box component="h3" sx={{ typography: 'h3', mb: 2 }}>
            {tag}
          </Box>
          <DataTable
            label={tag}
            rows={found.filter((call) => call.tag === tag)}
            rowKey={({ method, path }) => `${method} ${path}`}
            columns={[
              { key: 'method', label: t('developer:calls.method'), mono: true, cell: ({ method }) => method },
              {
                key: 'path',
                label: t('developer:calls.path'),
                mono: true,
                cell: ({ path }) => (
                  <Box
                    sx={{ maxWidth: { md: 240, xl: 'none' }, whiteSpace: 'normal', overflowWrap: 'anywhere' }}
                  >
                    {path}
                  </Box>
                ),
              },
              {
                key: 'summary',
                label: t('developer:calls.summary'),
                grow: true,
                cell: ({ summary }) => <span title={summary}>{summary}</span>,
              },
              { key: 'who', label: t('developer:calls.who'), cell: who },
            ]}
            card={(call) => (
              <>
                <Box component="span" sx={{ typography: 'code', overflowWrap: 'anywhere' }}>
                  {`${call.method} ${call.path}`}
                </Box>
                <span>{call.summary}</span>
                <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
                  {who(call)}
                </Box>
              </>
            )}
          />
        </Box>
      ))}
    </Box>
  )
}
