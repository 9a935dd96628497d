import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { IntroductionPageQuery } from '../../__generated__/IntroductionPageQuery.graphql.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Paragraph, Prose, Terms } from '../../ui/markdown/Prose.tsx'
import { RichText } from '../../ui/markdown/RichText.tsx'
import { TestBar } from '../../ui/text/TestBar.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { LanguageList } from './LanguageList.tsx'
import { VerdictList } from './VerdictList.tsx'

const MODES = ['DEFAULT', 'CHECKER', 'INTERACTIVE'] as const
const SCORINGS = ['ACM', 'OI'] as const
const CASE_MODES = ['ALL', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE', 'UNTIL_FAILURE'] as const
const LIMITS = ['time', 'memory', 'stack', 'output', 'code', 'compile'] as const
const TIPS = ['entry', 'integers', 'streams', 'files', 'warnings', 'judge'] as const

/** Explains how submissions are compiled, run and judged. */
export function IntroductionPage({ queryRef }: PageProps<IntroductionPageQuery>) {
  const { t } = useTranslation()
  const { languages } = usePreloadedQuery<IntroductionPageQuery>(
    graphql`
      query IntroductionPageQuery {
        languages {
          ...LanguageList_languages
        }
      }
    `,
    queryRef,
  )
  const terms = <Key extends string>(
    keys: readonly Key[],
    term: (key: Key) => string,
    meaning: (key: Key) => string,
  ) => keys.map((key) => ({ key, term: term(key), meaning: meaning(key) }))

  return (
    <Prose
      title={t('introduction:title')}
      lead={t('introduction:lead')}
      contents={t('introduction:contents')}
      chapters={[
        {
          id: 'compilers',
          title: t('introduction:compilers.title'),
          content: (
            <>
              <Paragraph>{t('introduction:compilers.text')}</Paragraph>
              <LanguageList languages={languages} />
            </>
          ),
        },
        {
          id: 'verdicts',
          title: t('introduction:verdicts.title'),
          content: (
            <>
              <Paragraph>{t('introduction:verdicts.text')}</Paragraph>
              <Box sx={{ my: 3, maxWidth: 420 }}>
                <TestBar tape="AAAAAAAWAAAAT" total={20} size="large" running />
              </Box>
              <VerdictList />
            </>
          ),
        },
        {
          id: 'scoring',
          title: t('introduction:scoring.title'),
          content: (
            <>
              <Paragraph>{t('introduction:scoring.modes')}</Paragraph>
              <Terms
                terms={terms(
                  MODES,
                  (key) => t(`introduction:mode.${key}.name`),
                  (key) => t(`introduction:mode.${key}.text`),
                )}
              />
              <Box sx={{ height: 16 }} />
              <Paragraph>{t('introduction:scoring.points')}</Paragraph>
              <Terms
                terms={[
                  ...terms(
                    SCORINGS,
                    (key) => t(`introduction:scoringRule.${key}.name`),
                    (key) => t(`introduction:scoringRule.${key}.text`),
                  ),
                  ...terms(
                    CASE_MODES,
                    (key) => t(`introduction:caseMode.${key}.name`),
                    (key) => t(`introduction:caseMode.${key}.text`),
                  ),
                  {
                    key: 'rank',
                    term: t('introduction:rankScore.name'),
                    meaning: (
                      <RichText text={t('introduction:rankScore.text')} tags={{ formula: <code /> }} />
                    ),
                  },
                ]}
              />
            </>
          ),
        },
        {
          id: 'limits',
          title: t('introduction:limits.title'),
          content: (
            <>
              <Paragraph>{t('introduction:limits.text')}</Paragraph>
              <Terms
                terms={terms(
                  LIMITS,
                  (key) => t(`introduction:limit.${key}.name`),
                  (key) => t(`introduction:limit.${key}.text`),
                )}
              />
            </>
          ),
        },
        {
          id: 'tips',
          title: t('introduction:tips.title'),
          content: (
            <>
              <Box
                component="ul"
                sx={{ listStyle: 'disc', pl: 5, color: 'text.secondary', '& li + li': { mt: 2 } }}
              >
                {TIPS.map((tip) => (
                  <li key={tip}>
                    <RichText
                      text={t(`introduction:tip.${tip}`)}
                      tags={{ code: <Box component="code" sx={{ overflowWrap: 'anywhere' }} /> }}
                    />
                  </li>
                ))}
              </Box>
              <Box sx={{ mt: 4 }}>
                <Link href="/problem">{t('introduction:tips.go')}</Link>
              </Box>
            </>
          ),
        },
      ]}
    />
  )
}
