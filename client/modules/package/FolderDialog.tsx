import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { graphql } from 'react-relay'
import { LOCALE_NAME, LOCALES } from '#locales/i18n.ts'
import type { FolderDialogMutation } from '../../__generated__/FolderDialogMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { globalId } from '../../relay/globalId.ts'
import { byLocale } from '../../relay/localized.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ButtonWithReason } from '../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import type { Form } from '../../ui/form/useForm.ts'
import type { VerdictName } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import type { ProblemValues } from '../problem/form/problemValues.ts'
import { ExpectedField } from '../solution/ExpectedField.tsx'
import type { Found } from './useFolder.ts'

type Props = { form: Form<ProblemValues>; found: Found; onClose: () => void }

/** Most file names listed. */
const MOST_NAMED = 20

/** Shows what was recognised in a folder and what is ignored, before the form is filled. */
export function FolderDialog({ form, found: { upload, findings }, onClose }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const { statements, samples, checker, interactor, makers, script, caseCount, unused } = findings
  const [solutions, setSolutions] = useState(findings.solutions)
  const [compile, { pending }] = useMutation<FolderDialogMutation>(graphql`
    mutation FolderDialogMutation($input: CompileCheckerInput!) {
      compileChecker(input: $input) {
        ok
        message
      }
    }
  `)
  const program = checker?.program ?? interactor?.program
  const isEmpty = statements.length + caseCount + solutions.length + makers.length === 0 && !program

  const use = async () => {
    const words = byLocale(
      statements.map(({ words }) => words),
      (row) => row,
    )
    for (const locale of LOCALES) {
      const { locale: _, ...texts } = words[locale] ?? { locale }
      const said = Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
      form.set(`words.${locale}`, { ...form.values.words[locale], ...said })
    }
    if (samples.length > 0) form.set('samples', samples)
    if (program) {
      form.set('judgeMode', checker ? 'CHECKER' : 'INTERACTIVE')
      form.set(checker ? 'checker' : 'interactor', program)
      // A program is saved only after a host compiled it.
      const { languageKey, source } = program
      const answer = await compile({
        input: { languageKey, source, files: [], groupId: place === null ? null : globalId('Group', place) },
      })
      if (answer && !answer.compileChecker.ok) toast.error(t('folder:notCompiled'))
    }
    form.set('brought', {
      upload: caseCount > 0 ? upload : null,
      caseCount,
      makers: makers.map(({ file: _, ...maker }) => maker),
      script,
      solutions: solutions as readonly {
        name: string
        languageKey: string
        source: string
        expected: VerdictName[]
      }[],
    })
    onClose()
  }

  return (
    <Modal
      title={t('folder:found')}
      sticky
      onClose={onClose}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {t('ui:confirm.cancel')}
          </Button>
          <ButtonWithReason
            size="large"
            variant="contained"
            color="primary"
            disabledReason={isEmpty ? t('folder:nothing') : null}
            loading={pending}
            onClick={() => void use()}
          >
            {t('folder:use')}
          </ButtonWithReason>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0,1fr)', typography: 'body2' }}>
        {unused.length > 0 && <UnusedNote unused={unused} />}
        {isEmpty && <FormAlert>{t('folder:nothing')}</FormAlert>}
        <FindingList findings={findings} />
        {caseCount === 0 && !isEmpty && (
          <Box role="note" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'dense' }}>
            <Icon name="info" size={14} />
            {t('folder:noCases')}
          </Box>
        )}
        {solutions.length > 0 && <SolutionList solutions={solutions} onChange={setSolutions} />}
      </Box>
    </Modal>
  )
}

type Findings = Found['findings']

function UnusedNote({ unused }: Pick<Findings, 'unused'>) {
  const { t } = useTranslation()
  return (
    <Box
      role="note"
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        gap: 2,
        px: 3,
        py: 2,
        typography: 'dense',
        overflowWrap: 'anywhere',
        borderRadius: 1,
        border: 1,
        borderColor: 'line.strong',
        bgcolor: 'surface.sunken',
      }}
    >
      <Box component="span" sx={{ flex: 'none', alignSelf: 'flex-start', pt: 0.5 }}>
        <Icon name="alert" size={14} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {t('folder:unused', {
          names:
            unused
              .slice(0, MOST_NAMED)
              .map(({ name }) => name)
              .join(', ') + (unused.length > MOST_NAMED ? ', …' : ''),
        })}
      </Box>
    </Box>
  )
}

function FindingList({ findings }: { findings: Findings }) {
  const { t } = useTranslation()
  const { statements, samples, checker, interactor, makers, caseCount } = findings
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'auto minmax(0,1fr)', m: 0 }}>
      {statements.map(({ file, words }) => (
        <Line
          key={file}
          name={t('ui:form.inLanguage', {
            label: t('problemForm:words.card'),
            language: LOCALE_NAME[words.locale === 'ZH_CN' ? 'zh-CN' : 'en-US'],
          })}
        >
          {words.title} <Dim>{file}</Dim>
        </Line>
      ))}
      {samples.length > 0 && <Line name={t('problemForm:samples.title')}>{samples.length}</Line>}
      {caseCount > 0 && <Line name={t('folder:tests')}>{t('folder:cases', { count: caseCount })}</Line>}
      {checker && <Line name={t('problemForm:program.checker')}>{checker.file}</Line>}
      {interactor && <Line name={t('problemForm:program.interactor')}>{interactor.file}</Line>}
      {(['GENERATOR', 'VALIDATOR'] as const).map((role) => {
        const files = makers.filter((one) => one.role === role).map(({ file }) => file)
        return (
          files.length > 0 && (
            <Line key={role} name={t(`folder:maker.${role}`)}>
              {files.join(', ')}
            </Line>
          )
        )
      })}
    </Box>
  )
}

type SolutionListProps = Pick<Findings, 'solutions'> & {
  onChange: (solutions: Findings['solutions']) => void
}

/** The recognised solutions, with their expected verdicts to edit. */
function SolutionList({ solutions, onChange }: SolutionListProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0,1fr) 160px', alignItems: 'center' }}>
      {solutions.map(({ name, expected }, at) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box sx={{ overflowWrap: 'anywhere' }}>{name}</Box>
          <ExpectedField
            label={t('folder:expected', { name })}
            hiddenLabel
            value={expected}
            onChange={(expected) =>
              onChange(solutions.map((one, index) => (index === at ? { ...one, expected } : one)))
            }
          />
        </Box>
      ))}
    </Box>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </>
)

const Dim = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.tertiary' }}>
    {children}
  </Box>
)
