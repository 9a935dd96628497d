import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { PageGrid } from '../layout/PageGrid.tsx'

export type Chapter = { id: string; title: string; content: ReactNode }

type Props = {
  title: string
  lead: string
  /** Accessible name of the table of contents. */
  contents: string
  chapters: readonly Chapter[]
}

/** Text page: chapters as cards, with a table of contents beside them, or above under 992 px. */
export const Prose = ({ title, lead, contents, chapters }: Props) => (
  <PageGrid width={1128} columns="208px minmax(0,1fr)" alignItems="start">
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Box component="h1" sx={{ typography: 'h1' }}>
        {title}
      </Box>
      <Box component="p" sx={{ mt: 1, color: 'text.secondary', maxWidth: 720 }}>
        {lead}
      </Box>
    </Box>
    <Box component="nav" aria-label={contents} sx={{ position: { lg: 'sticky' }, top: { lg: 68 } }}>
      <Box
        component="ol"
        sx={{ display: 'flex', flexDirection: { lg: 'column' }, flexWrap: 'wrap', gap: { xs: 1, lg: 0.5 } }}
      >
        {chapters.map((chapter) => (
          <li key={chapter.id}>
            <Link
              // A fragment link of this page, which the router does not handle.
              component="a"
              href={`#${chapter.id}`}
              underline="none"
              sx={{
                display: 'block',
                px: 2.5,
                py: { xs: 2, lg: 1.5 },
                borderRadius: 1,
                typography: 'dense',
                fontWeight: 500,
                color: 'text.secondary',
                bgcolor: { xs: 'surface.fill', lg: 'transparent' },
                '&:hover': { bgcolor: 'surface.fill', color: 'text.primary' },
              }}
            >
              {chapter.title}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
    <Box sx={{ display: 'grid', gap: { xs: 3, md: 4 }, minWidth: 0 }}>
      {chapters.map((chapter) => (
        <Paper
          key={chapter.id}
          component="section"
          variant="outlined"
          id={chapter.id}
          aria-labelledby={`${chapter.id}-title`}
          sx={{ p: { xs: 4, md: 6 }, scrollMarginTop: 68 }}
        >
          <Box component="h2" id={`${chapter.id}-title`} sx={{ typography: 'h2', mb: 3 }}>
            {chapter.title}
          </Box>
          {chapter.content}
        </Paper>
      ))}
    </Box>
  </PageGrid>
)

/** Paragraph of a text page. */
export const Paragraph = ({ children }: { children: ReactNode }) => (
  <Box component="p" sx={{ color: 'text.secondary', maxWidth: 720, '& + *': { mt: 3 } }}>
    {children}
  </Box>
)

/** List of terms and their meanings. */
export const Terms = ({
  terms,
}: {
  terms: readonly { key: string; term: ReactNode; meaning: ReactNode }[]
}) => (
  <Box component="dl">
    {terms.map(({ key, term, meaning }) => (
      <Box
        key={key}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '208px minmax(0,1fr)' },
          columnGap: 4,
          rowGap: 1,
          py: 2.5,
          '& + &': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        <Box component="dt" sx={{ fontWeight: 600 }}>
          {term}
        </Box>
        <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
          {meaning}
        </Box>
      </Box>
    ))}
  </Box>
)
