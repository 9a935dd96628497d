import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ComparedPrograms_pair$key } from '../../__generated__/ComparedPrograms_pair.graphql.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { ComparedCode } from './ComparedCode.tsx'

/** The two programs of a pair: beside each other, on a phone below each other. */
export function ComparedPrograms(props: { pair: ComparedPrograms_pair$key }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(0)
  const { regions, first, second, firstUser, secondUser } = useFragment(
    graphql`
      fragment ComparedPrograms_pair on SimilarPair {
        regions {
          firstStart
          firstEnd
          secondStart
          secondEnd
        }
        firstUser {
          username
          ...UserLink_user
        }
        secondUser {
          username
          ...UserLink_user
        }
        first {
          source
          editorLanguage
          languageName
          submission {
            number
          }
        }
        second {
          source
          editorLanguage
          languageName
          submission {
            number
          }
        }
      }
    `,
    props.pair,
  )
  const sides = [
    {
      user: firstUser,
      program: first,
      ranges: regions.map(({ firstStart: start, firstEnd: end }) => ({ start, end })),
    },
    {
      user: secondUser,
      program: second,
      ranges: regions.map(({ secondStart: start, secondEnd: end }) => ({ start, end })),
    },
  ]
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {sides.map(({ user, program, ranges }, side) => (
        <Box key={side} component="section" aria-label={user.username} sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2, minHeight: 32 }}>
            <UserLink user={user} />
            <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
              {program?.languageName}
            </Box>
          </Box>
          {program && (
            <ComparedCode
              code={program.source}
              language={program.editorLanguage}
              label={t('similarity:codeOf', { name: user.username })}
              ranges={ranges}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
        </Box>
      ))}
    </Box>
  )
}
