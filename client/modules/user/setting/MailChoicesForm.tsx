import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { MailChoicesForm_profile$key } from '../../../__generated__/MailChoicesForm_profile.graphql.ts'
import type { MailChoicesFormMutation } from '../../../__generated__/MailChoicesFormMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

const KINDS = ['MINE', 'REPLY', 'COMMENT', 'LIKE', 'SYS'] as const
const PACES = ['HOURLY', 'DAILY'] as const

/** Which notifications are mailed as well; each choice is saved at once. */
export function MailChoicesForm(props: { profile: MailChoicesForm_profile$key }) {
  const { t } = useTranslation()
  const { email, isEmailVerified, mail } = useFragment(
    graphql`
      fragment MailChoicesForm_profile on Profile {
        email
        isEmailVerified
        mail {
          kinds
          pace
          hasServer
        }
      }
    `,
    props.profile,
  )
  const [change, { pending }] = useMutation<MailChoicesFormMutation>(graphql`
    mutation MailChoicesFormMutation($input: ChangeMailChoicesInput!) {
      changeMailChoices(input: $input) {
        ...MailChoicesForm_profile
      }
    }
  `)
  const missing = !mail.hasServer
    ? t('setting:mails.noServer')
    : !email
      ? t('setting:mails.noAddress')
      : !isEmailVerified && t('setting:mails.unverified')
  const set = (kind: (typeof KINDS)[number], on: boolean) => {
    const others = mail.kinds.filter((one) => one !== kind)
    return change({ input: { kinds: on ? [...others, kind] : others } })
  }
  return (
    <Box sx={{ display: 'grid', gap: 3.5, maxWidth: 480 }}>
      {missing && <Box sx={{ typography: 'body2', color: 'verdict.TLE.fg' }}>{missing}</Box>}
      {KINDS.map((kind) => (
        <Box
          key={kind}
          component="label"
          sx={{ display: 'flex', alignItems: 'center', gap: 2, typography: 'body2', cursor: 'pointer' }}
        >
          <Switch
            checked={mail.kinds.includes(kind)}
            disabled={pending}
            onChange={(on) => void set(kind, on)}
          />
          {t(`setting:mails.kind.${kind}`)}
        </Box>
      ))}
      <ChoiceField
        label={t('setting:mails.pace')}
        value={PACES.find((one) => one === mail.pace) ?? 'HOURLY'}
        segments={PACES.map((value) => ({ value, label: t(`setting:mails.paces.${value}`) }))}
        onChange={(pace) => void change({ input: { pace } })}
      />
    </Box>
  )
}
