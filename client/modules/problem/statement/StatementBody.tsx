import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { StatementBody_problem$key } from '../../../__generated__/StatementBody_problem.graphql.ts'
import { CodeView } from '../../../ui/code/CodeView.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { MarkdownTreeView } from '../../../ui/markdown/Markdown.tsx'
import { PictureContext } from '../../../ui/markdown/pictureParts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { drawPicture } from './drawPicture.tsx'
import { SampleCard } from './SampleCard.tsx'
import { useSaveOfText } from './useSave.ts'

const PdfStatement = lazyPart(async () => (await import('./PdfStatement.tsx')).PdfStatement)

/** Name of the file that is a whole statement. */
const PDF = 'statement.pdf'

const SECTIONS = ['description', 'input', 'output'] as const

/** BCP 47 tags of the statement's languages. */
const LANG = { ZH_CN: 'zh-CN', EN_US: 'en-US' }

/** The statement, its samples and its attachments. */
export function StatementBody({ problem }: { problem: StatementBody_problem$key }) {
  const { t } = useTranslation()
  const { statement, samples, annexes, userFiles } = useFragment(
    graphql`
      fragment StatementBody_problem on ProblemSheet {
        statement {
          locale
          descriptionTree
          inputTree
          outputTree
          hintTree
          sourceTree
        }
        samples {
          index
          input
          output
        }
        annexes {
          name
          url
        }
        userFiles {
          name
          content
        }
      }
    `,
    problem,
  )
  const saveOfText = useSaveOfText()
  // A statement that another judge has only as a file begins with a link to it.
  const opening = JSON.stringify(statement.descriptionTree.slice(0, 1))
  const pdf = annexes.find(({ name, url }) => name === PDF && opening.includes(url))
  return (
    <PictureContext value={drawPicture}>
      <Box
        lang={LANG[statement.locale as keyof typeof LANG]}
        onClick={saveOfText}
        sx={{ typography: 'body1' }}
      >
        {SECTIONS.map(
          (section) =>
            statement[`${section}Tree`].length > 0 && (
              <section key={section}>
                <Heading>{t(`problem:page.${section}`)}</Heading>
                <MarkdownTreeView tree={statement[`${section}Tree`]} />
                {section === 'description' && pdf && (
                  <Suspense fallback={null}>
                    <PdfStatement name={pdf.name} url={pdf.url} />
                  </Suspense>
                )}
              </section>
            ),
        )}
        {samples.length > 0 && <Box sx={{ height: 4 }} />}
        {samples.map((sample) => (
          <SampleCard key={sample.index} sample={sample} />
        ))}
        {userFiles.length > 0 && (
          <section>
            <Heading>{t('problem:page.userFiles')}</Heading>
            <Box sx={{ typography: 'dense', color: 'text.secondary', mb: 2 }}>
              {t('problem:page.userFilesHint')}
            </Box>
            {userFiles.map((file) => (
              <Box
                component="details"
                key={file.name}
                sx={{ border: 1, borderColor: 'divider', borderRadius: 1, mb: 2, overflow: 'hidden' }}
              >
                <Box component="summary" sx={{ px: 3, py: 1.5, typography: 'code', cursor: 'pointer' }}>
                  {file.name}
                </Box>
                <CodeView code={file.content} label={file.name} maxHeight={320} />
              </Box>
            ))}
          </section>
        )}
        {statement.hintTree.length > 0 && (
          <section>
            <Heading>{t('problem:page.hint')}</Heading>
            <MarkdownTreeView tree={statement.hintTree} />
          </section>
        )}
        {statement.sourceTree.length > 0 && (
          <section>
            <Heading>{t('problem:page.source')}</Heading>
            <MarkdownTreeView tree={statement.sourceTree} />
          </section>
        )}
      </Box>
    </PictureContext>
  )
}

const Heading = ({ children }: { children: string }) => (
  <Box component="h2" sx={{ typography: 'h3', mt: 4, mb: 1 }}>
    {children}
  </Box>
)
