import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useParams } from 'react-router-dom'
import type { UnsubscribePageMutation } from '../../__generated__/UnsubscribePageMutation.graphql.ts'
import type { UnsubscribePageQuery } from '../../__generated__/UnsubscribePageQuery.graphql.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ResetPasswordFrame } from './ResetPasswordFrame.tsx'

/** Target of the link in a mail: asks first, because mail programs open links by themselves. */
export function UnsubscribePage({ queryRef }: PageProps<UnsubscribePageQuery>) {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const { unsubscribing } = usePreloadedQuery<UnsubscribePageQuery>(
    graphql`
      query UnsubscribePageQuery($token: String!) {
        unsubscribing(token: $token) {
          kinds
          left
        }
      }
    `,
    queryRef,
  )
  const [isDone, setDone] = useState(false)
  const [unsubscribe, { pending }] = useMutation<UnsubscribePageMutation>(graphql`
    mutation UnsubscribePageMutation($input: UnsubscribeInput!) {
      unsubscribe(input: $input) {
        kinds
      }
    }
  `)
  const send = async () => {
    if (await unsubscribe({ input: { token } })) setDone(true)
  }
  const isOn = !isDone && (unsubscribing?.left.length ?? 0) > 0
  return (
    <ResetPasswordFrame title={t('setting:unsubscribe.title')}>
      {unsubscribing ? (
        <Box sx={{ display: 'grid', gap: 3.5 }}>
          <Box component="p" role="status" sx={{ m: 0 }}>
            {t(isOn ? 'setting:unsubscribe.text' : 'setting:unsubscribe.done')}
          </Box>
          <Box component="ul" sx={{ m: 0, pl: 5 }}>
            {unsubscribing.kinds.map((kind) => (
              <li key={kind}>{t(`setting:mails.kind.${kind}`)}</li>
            ))}
          </Box>
          {isOn && (
            <Button
              variant="contained"
              color="primary"
              size="large"
              loading={pending}
              onClick={() => void send()}
            >
              {t('setting:unsubscribe.submit')}
            </Button>
          )}
        </Box>
      ) : (
        <FormAlert>{t('setting:unsubscribe.broken')}</FormAlert>
      )}
      <Box sx={{ mt: 4, typography: 'body2' }}>
        <Link href="/setting#mails">{t('setting:unsubscribe.settings')}</Link>
      </Box>
    </ResetPasswordFrame>
  )
}
