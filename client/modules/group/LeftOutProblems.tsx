import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { LeftOutProblems_problems$key } from '../../__generated__/LeftOutProblems_problems.graphql.ts'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  problems: LeftOutProblems_problems$key
  /** Address of the copy, and the label of the button that opens it. */
  href: string
  open: string
  onClose: () => void
}

/** Names the problems that a copy could not take, and leads to the copy. */
export function LeftOutProblems({ href, open, onClose, ...props }: Props) {
  const { t } = useTranslation()
  const { displayIds, problemCount } = useFragment(
    graphql`
      fragment LeftOutProblems_problems on LeftOutProblems {
        displayIds
        problemCount
      }
    `,
    props.problems,
  )
  const unnamed = problemCount - displayIds.length
  return (
    <Modal
      title={t('groupAdmin:leftOut.title', { count: problemCount })}
      onClose={onClose}
      sticky
      actions={
        <Button size="large" variant="contained" color="primary" href={href}>
          {open}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 3, typography: 'body2' }}>
        <div>{t('groupAdmin:leftOut.text')}</div>
        {displayIds.length > 0 && (
          <Box
            component="ul"
            aria-label={t('groupAdmin:leftOut.title', { count: problemCount })}
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, typography: 'code' }}
          >
            {displayIds.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </Box>
        )}
        {unnamed > 0 && (
          <Box sx={{ color: 'text.secondary' }}>{t('groupAdmin:leftOut.unnamed', { count: unnamed })}</Box>
        )}
      </Box>
    </Modal>
  )
}
