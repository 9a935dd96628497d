import Button from '@mui/material/Button'
import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { RandomButtonQuery } from '../../../__generated__/RandomButtonQuery.graphql.ts'
import { failureWords } from '../../../app/failures.ts'
import { toast } from '../../../app/toasts.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Opens a random public problem. */
export function RandomButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const environment = useRelayEnvironment()
  const [pending, setPending] = useState(false)

  const pick = async () => {
    setPending(true)
    try {
      const answer = await fetchQuery<RandomButtonQuery>(
        environment,
        graphql`
          query RandomButtonQuery {
            randomProblem {
              displayId
            }
          }
        `,
        {},
        { fetchPolicy: 'network-only' },
      ).toPromise()
      if (!answer?.randomProblem) return toast.info(t('problem:list.empty'))
      toast.success(t('problem:list.goodLuck'))
      await navigate(`/problem/${encodeURIComponent(answer.randomProblem.displayId)}`)
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setPending(false)
    }
  }

  return (
    <Button onClick={() => void pick()} loading={pending} startIcon={<Icon name="dice" />}>
      {t('problem:list.random')}
    </Button>
  )
}
