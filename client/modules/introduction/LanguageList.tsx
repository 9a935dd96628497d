import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  LanguageList_languages$data,
  LanguageList_languages$key,
} from '../../__generated__/LanguageList_languages.graphql.ts'
import { CodeSample } from '../../ui/code/CodeSample.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Language = LanguageList_languages$data[number]

/** The languages of the site: compiler, command line and sample program of each. */
export function LanguageList(props: { languages: LanguageList_languages$key }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  const languages = useFragment(
    graphql`
      fragment LanguageList_languages on Language @relay(plural: true) {
        key
        name
        description
        compileCommand
        template
        editorLanguage
        limitFactor
      }
    `,
    props.languages,
  )
  if (languages.length === 0)
    return <EmptyState title={t('introduction:compilers.none')} text={t('introduction:compilers.noneText')} />
  return (
    <Box>
      {languages.map((language) => (
        <Row
          key={language.key}
          language={language}
          open={language.key === open}
          onToggle={() => setOpen(language.key === open ? null : language.key)}
        />
      ))}
    </Box>
  )
}

type RowProps = { language: Language; open: boolean; onToggle: () => void }

function Row({ language, open, onToggle }: RowProps) {
  const { t } = useTranslation()
  const { key, name, description, compileCommand, template, editorLanguage, limitFactor } = language
  return (
    <Accordion
      disableGutters
      square
      elevation={0}
      expanded={open}
      onChange={onToggle}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h3' } }}
      sx={{ '&::before': { display: 'none' }, borderTop: 1, borderColor: 'divider' }}
    >
      <AccordionSummary
        id={`language-${key}`}
        aria-controls={`language-${key}-content`}
        expandIcon={<Icon name="down" />}
        sx={{
          minHeight: 44,
          px: 0,
          '& .MuiAccordionSummary-content': { my: 2, minWidth: 0, flexWrap: 'wrap' },
        }}
      >
        <Box sx={{ width: { xs: '100%', md: 208 }, fontWeight: 600 }}>{name}</Box>
        <Box sx={{ color: 'text.secondary', flex: 1 }}>{description}</Box>
        {limitFactor > 1 && (
          <Box sx={{ color: 'text.tertiary', typography: 'dense', pr: 3 }}>
            {t('introduction:compilers.factor', { factor: limitFactor })}
          </Box>
        )}
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0, pb: 4, display: 'grid', gap: 3 }}>
        <CodeSample code={compileCommand} label={t('introduction:compilers.command')} />
        <CodeSample
          code={template}
          language={editorLanguage}
          lineNumbers
          label={t('introduction:compilers.sample', { name })}
        />
      </AccordionDetails>
    </Accordion>
  )
}
