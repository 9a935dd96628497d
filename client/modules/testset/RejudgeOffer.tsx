import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql } from 'react-relay'
import type { RejudgeOfferMutation } from '../../__generated__/RejudgeOfferMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { problem: string; displayId: string; count: number }

/** Offers to rejudge the submissions that older tests judged; for viewers who may. */
export function RejudgeOffer({ problem, displayId, count }: Props) {
  const { t } = useTranslation()
  const [begun, setBegun] = useState(false)
  const [rejudge, { pending }] = useMutation<RejudgeOfferMutation>(
    graphql`
      mutation RejudgeOfferMutation($input: RejudgeInput!) {
        rejudge(input: $input) {
          id
        }
      }
    `,
  )
  if (count === 0 && !begun) return null
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 3,
        py: 2,
        typography: 'dense',
        borderRadius: 1,
        border: 1,
        borderColor: 'accent.border',
        bgcolor: 'accent.subtle',
      }}
    >
      {begun ? (
        <Link href={`/status?problemID=${encodeURIComponent(displayId)}&completeProblemID=true`}>
          {t('testset:rejudge.begun')}
        </Link>
      ) : (
        <>
          <Box sx={{ flex: '1 1 200px' }}>{t('testset:rejudge.offer', { count })}</Box>
          <Button
            size="small"
            loading={pending}
            startIcon={<Icon name="retry" />}
            onClick={async () => {
              const reason = t('testset:rejudge.reason')
              if (await rejudge({ input: { target: { problemId: problem }, reason } })) setBegun(true)
            }}
          >
            {t('testset:rejudge.act')}
          </Button>
        </>
      )}
    </Box>
  )
}
