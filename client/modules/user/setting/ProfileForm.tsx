import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { ProfileForm_profile$key } from '../../../__generated__/ProfileForm_profile.graphql.ts'
import type { ProfileFormMutation } from '../../../__generated__/ProfileFormMutation.graphql.ts'
import { LeaveGuard } from '../../../app/LeaveGuard.tsx'
import { toast } from '../../../app/toasts.ts'
import { useEditing } from '../../../relay/useEditing.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { DraftNote } from '../../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../../ui/form/draft/useFormDraft.ts'
import { FormBar } from '../../../ui/form/FormBar.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

const GENDERS = ['male', 'female', 'secrecy'] as const

/** Limits of the server (characters). */
const LONGEST = {
  nickname: 20,
  realname: 50,
  school: 100,
  course: 100,
  number: 200,
  cfUsername: 255,
} as const
const LINK = /^https?:\/\/[^\s/]/i

/** Profile fields of the viewer. */
export function ProfileForm(props: { profile: ProfileForm_profile$key }) {
  const { t } = useTranslation()
  const { version, gender, user, ...texts } = useFragment(
    graphql`
      fragment ProfileForm_profile on Profile {
        version
        user {
          username
        }
        nickname
        realname
        gender
        school
        course
        number
        signature
        cfUsername
        github
        blog
      }
    `,
    props.profile,
  )
  const { nickname, realname, school, course, number, signature, cfUsername, github, blog } = texts
  const values = {
    nickname,
    realname,
    school,
    course,
    number,
    signature,
    cfUsername,
    github,
    blog,
    gender: GENDERS.find((known) => known === gender) ?? 'secrecy',
  }
  const linkFault = (text: string) =>
    text.trim() && !LINK.test(text.trim()) ? { words: t('setting:profile.linkFault') } : null
  const form = useEditing({
    values,
    version,
    rules: ({ github, blog }) => ({ github: linkFault(github), blog: linkFault(blog) }),
  })
  const { keptAt, foundAt } = useFormDraft(`profile-form ${user.username}`, form, values)
  const [save, { pending }] = useMutation<ProfileFormMutation>(
    graphql`
      mutation ProfileFormMutation($input: ChangeProfileInput!) {
        changeProfile(input: $input) {
          id
          ...ProfileForm_profile
          user {
            id
            nickname
          }
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const done = await save({ input: { version: form.version, ...form.changes() } })
    if (done) toast.success(t('setting:saved'))
    return done
  })

  const text = (name: keyof typeof LONGEST) => (
    <Field label={t(`setting:profile.${name}`)} maxLength={LONGEST[name]} {...form.field(name)} />
  )
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ display: 'grid', gap: 3.5 }}>
      <LeaveGuard form={form} />
      <DraftNote foundAt={foundAt} />
      <Box sx={{ display: 'grid', gap: 3.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {text('nickname')}
        {text('realname')}
        <ChoiceField
          label={t('setting:profile.gender')}
          segments={GENDERS.map((value) => ({ value, label: t(`setting:profile.${value}`) }))}
          {...form.field('gender')}
        />
        {text('school')}
        {text('course')}
        {text('number')}
        {text('cfUsername')}
        <Field
          label={t('setting:profile.github')}
          placeholder="https://github.com/…"
          type="url"
          {...form.field('github')}
        />
        <Field label={t('setting:profile.blog')} placeholder="https://…" type="url" {...form.field('blog')} />
      </Box>
      <Field
        label={t('setting:profile.signature')}
        hint={t('setting:profile.signatureHint')}
        multiline
        minRows={3}
        maxRows={12}
        maxLength={65_535}
        {...form.field('signature')}
      />
      <FormBar form={form} pending={pending} ground="paper" keptAt={keptAt} />
    </Box>
  )
}
