import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { RefereeTests_problem$key } from '../../__generated__/RefereeTests_problem.graphql.ts'
import type { RefereeTestsRemoveMutation } from '../../__generated__/RefereeTestsRemoveMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

const RefereeTestDialog = lazyPart(async () => (await import('./RefereeTestDialog.tsx')).RefereeTestDialog)

type Side = { readonly isWhole: boolean } | null | undefined

const isWhole = ({ input, answer, output }: { input: Side; answer: Side; output: Side }) =>
  [input, answer, output].every((side) => side?.isWhole ?? true)

/**
 * Inputs that validators must reject and outputs that the checker must reject, with the results of the last
 * check.
 */
export function RefereeTests({ problem }: { problem: RefereeTests_problem$key }) {
  const { t } = useTranslation()
  const { id, refereeTests, making } = useFragment(
    graphql`
      fragment RefereeTests_problem on Problem {
        id
        refereeTests {
          number
          role
          name
          accepts
          input {
            text
            isWhole
          }
          answer {
            text
            isWhole
          }
          output {
            text
            isWhole
          }
        }
        making {
          tests {
            role
            name
            accepts
            isDone
            fault
            message
          }
        }
      }
    `,
    problem,
  )
  const [remove, { words }] = useMutation<RefereeTestsRemoveMutation>(
    graphql`
      mutation RefereeTestsRemoveMutation($input: RemoveRefereeTestInput!) {
        removeRefereeTest(input: $input) {
          ...RefereeTests_problem
          ...ScriptForm_problem
        }
      }
    `,
    { quiet: true },
  )
  /** Number of the test being edited, or the role of a new one. */
  const [shown, setShown] = useState<number | 'VALIDATOR' | 'CHECKER' | null>(null)
  const [removed, setRemoved] = useState<number | null>(null)
  const all = refereeTests ?? []
  const edited = all.find(({ number }) => number === shown)
  const leaving = all.find(({ number }) => number === removed)

  const found = ({ role, name, accepts }: (typeof all)[number]) => {
    const tried = making?.tests.find(
      (one) => one.role === role && one.name === name && one.accepts === accepts,
    )
    if (!tried?.isDone) return <Box sx={{ color: 'text.tertiary' }}>{t('generator:test.untried')}</Box>
    return (
      <Box sx={{ color: tried.fault ? 'verdict.WA.fg' : 'verdict.AC.fg', overflowWrap: 'anywhere' }}>
        {tried.fault ? t(`generator:wrong.${tried.fault}`) : t('generator:fine')}
        {tried.fault && tried.message && (
          <Box component="span" sx={{ display: 'block', typography: 'code', whiteSpace: 'pre-wrap' }}>
            {tried.message}
          </Box>
        )}
      </Box>
    )
  }
  return (
    <Box component="section" aria-label={t('generator:test.title')} sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box component="h3" sx={{ typography: 'body1', fontWeight: 600, mr: 'auto' }}>
          {t('generator:test.title')}
        </Box>
        {(['VALIDATOR', 'CHECKER'] as const).map((role) => (
          <Button key={role} startIcon={<Icon name="plus" />} onClick={() => setShown(role)}>
            {t(`generator:test.add.${role}`)}
          </Button>
        ))}
      </Box>
      <Box component="p" sx={{ m: 0, typography: 'dense', color: 'text.secondary' }}>
        {t('generator:test.about')}
      </Box>
      {all.length > 0 && (
        <Box
          component="ul"
          aria-label={t('generator:test.title')}
          sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}
        >
          {all.map((test) => (
            <Box
              component="li"
              key={test.number}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 3,
                py: 1,
                borderBottom: 1,
                borderColor: 'divider',
                typography: 'dense',
              }}
            >
              <Box sx={{ width: 96, color: 'text.secondary' }}>{t(`generator:test.role.${test.role}`)}</Box>
              <Box sx={{ minWidth: 120, overflowWrap: 'anywhere' }}>{test.name}</Box>
              <Box sx={{ color: 'text.secondary' }}>
                {t(test.accepts ? 'generator:test.accepted' : 'generator:test.refused')}
              </Box>
              <Box sx={{ flex: 1, minWidth: 120 }}>{found(test)}</Box>
              <RowMenu
                name={test.name}
                acts={[
                  // A test longer than the preview can only be changed by importing a package.
                  ...(isWhole(test)
                    ? [
                        {
                          label: t('generator:edit'),
                          icon: 'file' as const,
                          onClick: () => setShown(test.number),
                        },
                      ]
                    : []),
                  {
                    label: t('generator:remove'),
                    icon: 'cross',
                    destructive: true,
                    onClick: () => setRemoved(test.number),
                  },
                ]}
              />
            </Box>
          ))}
        </Box>
      )}
      <Suspense fallback={null}>
        {(edited || typeof shown === 'string') && (
          <RefereeTestDialog
            problem={id}
            role={typeof shown === 'string' ? shown : (edited?.role ?? 'VALIDATOR')}
            test={edited ?? null}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
      {leaving && (
        <Confirm
          title={t('generator:removeTitle', { name: leaving.name })}
          confirm={t('generator:remove')}
          destructive
          refused={words}
          onConfirm={() => remove({ input: { number: leaving.number } })}
          onClose={() => setRemoved(null)}
        >
          {t('generator:test.removeText')}
        </Confirm>
      )}
    </Box>
  )
}
