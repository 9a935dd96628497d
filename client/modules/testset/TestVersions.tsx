import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { TestVersionsComparisonQuery } from '../../__generated__/TestVersionsComparisonQuery.graphql.ts'
import type { TestVersionsMutation } from '../../__generated__/TestVersionsMutation.graphql.ts'
import type {
  TestVersionsQuery,
  TestVersionsQuery$data,
} from '../../__generated__/TestVersionsQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { toast } from '../../app/toasts.ts'
import { useFreshQuery } from '../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Number of versions shown. */
const MOST = 30

type Props = { problem: string; onClose: () => void }

/** All versions of a problem's tests: author, changes, and a way to restore each. */
export function TestVersions({ problem, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal title={t('testset:versions.title')} width={720} onClose={onClose}>
      <Section skeleton={<SkeletonRows rows={4} />}>
        <VersionList problem={problem} onRestored={onClose} />
      </Section>
    </Modal>
  )
}

type Version = NonNullable<NonNullable<TestVersionsQuery$data['node']>['testsets']>['edges'][number]['node']

function VersionList({ problem, onRestored }: { problem: string; onRestored: () => void }) {
  const { t } = useTranslation()
  const [restoring, setRestoring] = useState<Version | null>(null)
  const { node } = useFreshQuery<TestVersionsQuery>(
    graphql`
      query TestVersionsQuery($id: ID!, $first: Int!) {
        node(id: $id) {
          ... on Problem {
            testsets(first: $first) {
              totalCount
              edges {
                node {
                  id
                  number
                  isCurrent
                  caseCount
                  createdAt
                  createdBy {
                    username
                  }
                  comparison {
                    ...TestVersions_comparison @relay(mask: false)
                  }
                }
              }
            }
          }
        }
      }
    `,
    { id: problem, first: MOST },
  )
  const [restore, { words }] = useMutation<TestVersionsMutation>(
    graphql`
      mutation TestVersionsMutation($input: RestoreTestsetInput!) {
        restoreTestset(input: $input) {
          ...TestDataPanel_problem
        }
      }
    `,
    { quiet: true },
  )
  const versions = node?.testsets?.edges.map((edge) => edge.node) ?? []
  const current = versions.find(({ isCurrent }) => isCurrent)
  return (
    <>
      <Box component="ol" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', typography: 'dense' }}>
        {versions.map((version) => (
          <VersionLine
            key={version.id}
            version={version}
            current={current?.id ?? null}
            onRestore={() => setRestoring(version)}
          />
        ))}
      </Box>
      {(node?.testsets?.totalCount ?? 0) > MOST && (
        <Box sx={{ mt: 3, color: 'text.tertiary' }}>{t('testset:versions.more')}</Box>
      )}
      {restoring && (
        <ConfirmDialog
          title={t('testset:versions.restoreTitle', { number: restoring.number })}
          confirm={t('testset:versions.restore')}
          refused={words}
          onConfirm={async () => {
            const done = await restore({ input: { id: restoring.id } })
            if (!done) return null
            toast.success(t('testset:versions.restored'))
            onRestored()
            return true
          }}
          onClose={() => setRestoring(null)}
        >
          {t('testset:versions.restoreText')}
        </ConfirmDialog>
      )}
    </>
  )
}

type LineProps = { version: Version; current: string | null; onRestore: () => void }

function VersionLine({ version, current, onRestore }: LineProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { id, number, isCurrent, caseCount, createdAt, createdBy, comparison } = version
  return (
    <Box component="li" sx={{ py: 3, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <b>{t('testset:versions.number', { number })}</b>
        {isCurrent && <Box sx={{ color: 'accent.fg' }}>{t('testset:versions.current')}</Box>}
        <Box sx={{ color: 'text.secondary' }}>{t('testset:count', { count: caseCount })}</Box>
        <Box sx={{ color: 'text.secondary' }}>
          {createdBy?.username ?? t('testset:versions.nobody')} · <RelativeTime at={createdAt} />
        </Box>
        {!isCurrent && (
          <Box sx={{ ml: 'auto', display: 'flex', gap: 2 }}>
            <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t('testset:versions.compare')}
            </Button>
            <Button size="small" onClick={onRestore}>
              {t('testset:versions.restore')}
            </Button>
          </Box>
        )}
      </Box>
      <Changes {...comparison} />
      {open && current && (
        <Box
          component="section"
          aria-label={t('testset:versions.since')}
          sx={{ mt: 2, p: 3, borderRadius: 1, bgcolor: 'surface.sunken' }}
        >
          <b>{t('testset:versions.since')}</b>
          <Section skeleton={<SkeletonRows rows={2} />}>
            <Comparison id={current} since={id} />
          </Section>
        </Box>
      )}
    </Box>
  )
}

function Comparison({ id, since }: { id: string; since: string }) {
  const { node } = useLazyLoadQuery<TestVersionsComparisonQuery>(
    graphql`
      query TestVersionsComparisonQuery($id: ID!, $since: ID!) {
        node(id: $id) {
          ... on Testset {
            comparison(since: $since) {
              ...TestVersions_comparison @relay(mask: false)
            }
          }
        }
      }
    `,
    { id, since },
  )
  return node?.comparison ? <Changes {...node.comparison} /> : null
}

// Fields of a comparison that both operations above select.
graphql`
  fragment TestVersions_comparison on TestsetComparison {
    cases {
      kind
      before {
        index
        score
        subtask
        input {
          name
        }
      }
      after {
        index
        score
        subtask
        input {
          name
        }
      }
    }
    rules {
      field
      before
      after
    }
  }
`

/** Cases listed by number; beyond that only the count is shown. */
const MOST_NAMED = 12

function Changes({ cases, rules }: Version['comparison']) {
  const { t } = useTranslation()
  const wordsOf = ({ kind, before, after }: Version['comparison']['cases'][number]) => {
    if (kind === 'SCORE' && before && after)
      return t('testset:versions.case.SCORE', { before: before.score, after: after.score })
    if (kind === 'GROUP' && before && after)
      return t('testset:versions.case.GROUP', { before: before.subtask, after: after.subtask })
    if (kind === 'MOVED' && before && after)
      return t('testset:versions.case.MOVED', { before: before.index, after: after.index })
    return t(`testset:kind.${kind}`)
  }
  const kinds = [...new Set(cases.map(({ kind }) => kind))]
  return (
    <Box component="ul" sx={{ mt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {cases.length === 0 && rules.length === 0 && <li>{t('testset:versions.nothing')}</li>}
      {cases.length > MOST_NAMED
        ? kinds.map((kind) => (
            <li key={kind}>
              {t('testset:versions.cases', {
                count: cases.filter((one) => one.kind === kind).length,
                what: t(`testset:kind.${kind}`),
              })}
            </li>
          ))
        : cases.map((one) => (
            <li key={`${one.before?.index} ${one.after?.index}`}>
              <Box component="span" sx={{ typography: 'code' }}>
                {(one.after ?? one.before)?.input.name}
              </Box>{' '}
              {wordsOf(one)}
            </li>
          ))}
      {rules.map(({ field, before, after }) => (
        <li key={field}>
          <Box component="span" sx={{ typography: 'code' }}>
            {field}
          </Box>{' '}
          {short(before) ?? t('testset:versions.empty')} → {short(after) ?? t('testset:versions.empty')}
        </li>
      ))}
    </Box>
  )
}

const short = (text: string | null | undefined) => (text && text.length > 80 ? `${text.slice(0, 80)}…` : text)
