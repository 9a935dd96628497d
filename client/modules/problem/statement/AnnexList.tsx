import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { AnnexList_problem$key } from '../../../__generated__/AnnexList_problem.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { formatLength } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useSave } from './useSave.ts'

/** Attachments of a problem to download, with their sizes. */
export function AnnexList({ problem }: { problem: AnnexList_problem$key }) {
  const { t } = useTranslation()
  const { annexes } = useFragment(
    graphql`
      fragment AnnexList_problem on ProblemSheet {
        annexes {
          id
          name
          sizeBytes
          url
        }
      }
    `,
    problem,
  )
  const save = useSave()
  if (annexes.length === 0)
    return <EmptyState title={t('problem:annex.empty')} text={t('problem:annex.emptyHint')} />
  return (
    <Box component="ul" aria-label={t('problem:annex.title')}>
      {annexes.map((annex) => (
        <Box
          component="li"
          key={annex.id}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 3,
            minHeight: 48,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ color: 'text.tertiary', display: 'flex' }}>
            <Icon name="file" />
          </Box>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{annex.name}</Box>
          <Box
            sx={{
              typography: 'dense',
              color: 'text.tertiary',
              whiteSpace: 'nowrap',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {formatLength(annex.sizeBytes)}
          </Box>
          <Button
            size="small"
            component="a"
            href={annex.url}
            download={annex.name}
            onClick={save(annex.url)}
            aria-label={t('problem:annex.downloadOf', { name: annex.name })}
            startIcon={<Icon name="download" size={14} />}
          >
            {t('problem:annex.download')}
          </Button>
        </Box>
      ))}
    </Box>
  )
}
