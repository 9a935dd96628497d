import { graphql } from 'react-relay'
import type { useRegistrationCodeMutation } from '../../__generated__/useRegistrationCodeMutation.graphql.ts'
import type { useRegistrationLoginMutation } from '../../__generated__/useRegistrationLoginMutation.graphql.ts'
import type { useRegistrationMutation } from '../../__generated__/useRegistrationMutation.graphql.ts'
import type { SessionDialogMode } from '../../app/session/sessionDialog.ts'
import { toast } from '../../app/toasts.ts'
import { session } from '../../relay/session.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { againFault, emailFault, mailCodeFault, passwordFault, usernameFault } from './rules.ts'
import { useFaultWords } from './useFaultWords.ts'
import { useResend } from './useResend.ts'
import { useTaken } from './useTaken.ts'

/** Form state of a registration: requests the mail code, registers and logs in. */
export function useRegistration(username: string, onMode: (mode: SessionDialogMode) => void) {
  const { t } = useTranslation()
  const say = useFaultWords()
  const { look, isTaken } = useTaken()
  const form = useForm({
    values: { username, email: '', code: '', password: '', again: '' },
    rules: (values) => ({
      username: say(
        usernameFault(values.username) ?? (isTaken('username', values.username) ? 'usernameTaken' : null),
      ),
      email: say(emailFault(values.email) ?? (isTaken('email', values.email) ? 'emailTaken' : null)),
      code: say(mailCodeFault(values.code)),
      password: say(passwordFault(values.password)),
      again: say(againFault(values.again, values.password)),
    }),
  })

  const [sendCode, sending] = useMutation<useRegistrationCodeMutation>(
    graphql`
      mutation useRegistrationCodeMutation($email: String!) {
        sendRegisterCode(input: { email: $email }) {
          waitSeconds
        }
      }
    `,
    { form },
  )
  const resend = useResend('register', sending.refusal)
  const [register, registering] = useMutation<useRegistrationMutation>(
    graphql`
      mutation useRegistrationMutation($input: RegisterInput!) {
        register(input: $input) {
          id
          username
        }
      }
    `,
    { form },
  )
  const [login, { pending: entering }] = useMutation<useRegistrationLoginMutation>(
    graphql`
      mutation useRegistrationLoginMutation($input: LoginInput!) {
        login(input: $input) {
          token
        }
      }
    `,
    { quiet: true },
  )

  const askForCode = async () => {
    if (!form.check('email')) return false
    const email = form.values.email.trim()
    const answer = await sendCode({ email })
    if (!answer) return false
    resend.wait(answer.sendRegisterCode.waitSeconds)
    toast.success(t('user:register.codeSent', { email }))
    return true
  }

  const send = form.sending(async () => {
    const { again: _, ...values } = form.values
    const input = { ...values, username: values.username.trim(), email: values.email.trim() }
    const answer = await register({ input })
    // Clear the code, which users take to be good for one try; the server's error stays.
    if (!answer) return form.reset('code')
    toast.success(t('user:register.done', { name: answer.register.username }))
    const entered = await login({ input: { username: input.username, password: input.password } })
    if (entered) session.signIn(entered.login.token)
    else onMode('login')
  })

  return {
    form,
    look,
    isTaken,
    askForCode,
    sending: sending.pending,
    /** Seconds until another code can be requested. */
    left: resend.left,
    send,
    pending: registering.pending || entering,
  }
}
