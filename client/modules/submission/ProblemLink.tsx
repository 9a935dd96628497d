import Box from '@mui/material/Box'
import Link, { type LinkProps } from '@mui/material/Link'
import { useTranslation } from '../../ui/useTranslation.ts'

type Named = { readonly displayId: string; readonly title: string }

type Props = Pick<LinkProps, 'noWrap' | 'sx'> & {
  /** Null when the reader may see the submission and not its problem, as in a contest. */
  problem: Named | null | undefined
  /** The number of the contest that it is one of. */
  contest?: number | null
  /** With the number in the background and the title in the colour of text. */
  quiet?: boolean
}

/** What a submission was sent for. */
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
