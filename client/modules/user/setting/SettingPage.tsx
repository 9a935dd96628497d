import { Suspense } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { SettingPageQuery } from '../../../__generated__/SettingPageQuery.graphql.ts'
import type { SettingPageSubscription } from '../../../__generated__/SettingPageSubscription.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import type { PageProps } from '../../../relay/page.tsx'
import { useLive } from '../../../relay/useLive.ts'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { DeviceList } from '../DeviceList.tsx'
import { EmailForm } from './EmailForm.tsx'
import { LookForm } from './LookForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { PictureField } from './PictureField.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SettingFrame } from './SettingFrame.tsx'
import { SettingSection } from './SettingSection.tsx'

/** Loaded after the forms above them, which a page of settings is mostly opened for. */
const ArchivePart = lazyPart(async () => (await import('./ArchivePart.tsx')).ArchivePart)
const EditorForm = lazyPart(async () => (await import('./EditorForm.tsx')).EditorForm)
const EndAccountForm = lazyPart(async () => (await import('./EndAccountForm.tsx')).EndAccountForm)
const MailChoicesForm = lazyPart(async () => (await import('./MailChoicesForm.tsx')).MailChoicesForm)

/** Account settings of the viewer. */
export function SettingPage({ queryRef }: PageProps<SettingPageQuery>) {
  const { t } = useTranslation()
  const { profile } = usePreloadedQuery<SettingPageQuery>(
    graphql`
      query SettingPageQuery {
        profile {
          ...PictureField_profile
          ...ProfileForm_profile
          ...EmailForm_profile
          ...LookForm_profile
          ...EditorForm_profile
          ...MailChoicesForm_profile
        }
      }
    `,
    queryRef,
  )
  useLive<SettingPageSubscription>(
    graphql`
      subscription SettingPageSubscription {
        profileChanged {
          ...ProfileForm_profile
          ...EmailForm_profile
          ...MailChoicesForm_profile
        }
      }
    `,
    {},
  )
  if (!profile) return null
  return (
    <SettingFrame>
      <SettingSection title={t('setting:profile.title')}>
        <PictureField profile={profile} />
        <ProfileForm profile={profile} />
      </SettingSection>
      <SettingSection title={t('setting:password.title')} text={t('setting:password.text')}>
        <PasswordForm />
      </SettingSection>
      <SettingSection title={t('setting:email.title')}>
        <EmailForm profile={profile} />
      </SettingSection>
      <SettingSection title={t('setting:look.title')} text={t('setting:look.text')}>
        <LookForm profile={profile} />
      </SettingSection>
      <SettingSection anchor="editor" title={t('setting:editor.title')} text={t('setting:editor.text')}>
        <Suspense fallback={<SkeletonRows rows={3} height={64} />}>
          <EditorForm profile={profile} />
        </Suspense>
      </SettingSection>
      <SettingSection anchor="mails" title={t('setting:mails.title')} text={t('setting:mails.text')}>
        <Suspense fallback={<SkeletonRows rows={3} height={64} />}>
          <MailChoicesForm profile={profile} />
        </Suspense>
      </SettingSection>
      <SettingSection anchor="devices" title={t('user:devices.title')}>
        <Suspense fallback={null}>
          <Section skeleton={<SkeletonRows rows={3} height={64} />}>
            {(attempt) => <DeviceList attempt={attempt} />}
          </Section>
        </Suspense>
      </SettingSection>
      <SettingSection anchor="data" title={t('setting:archive.title')} text={t('setting:archive.text')}>
        <Suspense fallback={null}>
          <Section skeleton={<SkeletonRows rows={1} height={64} />}>
            {(attempt) => <ArchivePart attempt={attempt} />}
          </Section>
        </Suspense>
      </SettingSection>
      <SettingSection title={t('setting:ending.title')} text={t('setting:ending.text')}>
        <Suspense fallback={<SkeletonRows rows={1} height={40} />}>
          <EndAccountForm />
        </Suspense>
      </SettingSection>
    </SettingFrame>
  )
}
