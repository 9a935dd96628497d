import Box from '@mui/material/Box'
import Link, { type LinkProps } from '@mui/material/Link'
import { useTranslation } from '../../ui/useTranslation.ts'

type Named = { readonly displayId: string; readonly title: string }

type Props = Pick<LinkProps, 'noWrap' | 'sx'> & {
  /** Null when the viewer may see the submission but not its problem, as in a contest. */
  problem: Named | null | undefined
  /** Number of the contest that the problem belongs to. */
  contest?: number | null
  /** Grey number and a title in the colour of text. */
  quiet?: boolean
}

/** Link to the problem of a submission. */
export function ProblemLink({ problem, contest, quiet = false, ...props }: Props) {
  const { t } = useTranslation()
  if (!problem)
    return (
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        {t('submission:hiddenProblem')}
      </Box>
    )
  const { displayId, title } = problem
  return (
    <Link
      href={`${contest ? `/contest/${contest}` : ''}/problem/${encodeURIComponent(displayId)}`}
      title={quiet ? `${displayId} ${title}` : undefined}
      {...(quiet ? { color: 'text.primary' } : {})}
      {...props}
    >
      <Box
        component="span"
        sx={{ typography: 'code', ...(quiet ? { color: 'text.tertiary', mr: 1.5 } : { mr: 1 }) }}
      >
        {displayId}
      </Box>
      {title}
    </Link>
  )
}
