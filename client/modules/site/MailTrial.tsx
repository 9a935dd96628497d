import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type FormEvent, useState } from 'react'
import { graphql } from 'react-relay'
import type {
  MailTrialMutation,
  MailTrialMutation$data,
} from '../../__generated__/MailTrialMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { FormCard } from '../../ui/form/FormCard.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Sends a test mail with the saved settings and shows the mail server's answer. */
export function MailTrial() {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [trial, setTrial] = useState<MailTrialMutation$data['tryMail'] | null>(null)
  const [send, { pending, fieldErrors, clear }] = useMutation<MailTrialMutation>(
    graphql`
      mutation MailTrialMutation($input: TryMailInput!) {
        tryMail(input: $input) {
          address
          fault
          isAnswer
          isInOutbox
        }
      }
    `,
    { fields: ['address'] },
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTrial(null)
    const answer = await send({ input: { address } })
    if (answer) setTrial(answer.tryMail)
  }
  return (
    <FormCard title={t('site:mail.trial')} text={t('site:mail.trialText')}>
      <Box component="form" noValidate onSubmit={submit}>
        <Field
          label={t('site:mail.address')}
          type="email"
          inputProps={{ autoComplete: 'email' }}
          maxLength={320}
          value={address}
          error={fieldErrors.address}
          onChange={(address) => {
            setAddress(address)
            clear('address')
          }}
          aside={
            <Button type="submit" size="large" loading={pending} disabled={!address.includes('@')}>
              {t('site:mail.send')}
            </Button>
          }
        />
      </Box>
      <Box role="status" sx={{ typography: 'body2', '&:empty': { display: 'none' } }}>
        {trial && <Outcome trial={trial} />}
      </Box>
    </FormCard>
  )
}

type OutcomeProps = { trial: MailTrialMutation$data['tryMail'] }

function Outcome({ trial: { address, fault, isAnswer, isInOutbox } }: OutcomeProps) {
  const { t } = useTranslation()
  const failed = fault !== null && fault !== undefined
  const words = () => {
    if (failed) return t(isAnswer ? 'site:mail.failed' : 'site:mail.noAnswer')
    return isInOutbox ? t('site:mail.inOutbox') : t('site:mail.sent', { address })
  }
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 2,
        color: failed ? 'verdict.WA.fg' : isInOutbox ? 'verdict.TLE.fg' : 'verdict.AC.fg',
        alignItems: 'baseline',
      }}
    >
      <Icon name={failed || isInOutbox ? 'alert' : 'check'} size={14} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {words()}
        {failed && (
          <Box
            component="pre"
            sx={{ m: 0, mt: 1, whiteSpace: 'pre-wrap', typography: 'code', color: 'text.primary' }}
          >
            {fault}
          </Box>
        )}
      </Box>
    </Box>
  )
}
