import Box from '@mui/material/Box'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import type { SwitchesPage_settings$key } from '../../__generated__/SwitchesPage_settings.graphql.ts'
import type { SwitchesPageMutation } from '../../__generated__/SwitchesPageMutation.graphql.ts'
import type { SwitchesPageQuery } from '../../__generated__/SwitchesPageQuery.graphql.ts'
import type { SwitchesPageSubscription } from '../../__generated__/SwitchesPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { useUsername } from '../../app/session/useUsername.ts'
import { toast } from '../../app/toasts.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useEditing } from '../../relay/useEditing.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { DraftNote } from '../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../ui/form/draft/useFormDraft.ts'
import { FormBar } from '../../ui/form/FormBar.tsx'
import { FormCard, FormGrid } from '../../ui/form/FormCard.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { wholeNumberFault } from '../../ui/form/wholeNumber.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const BOUNDS = { submitIntervalSeconds: 86_400, minCodeLength: 65_535 } as const

const DISCUSSION_LIMITS = ['discussionSolved', 'discussionsPerDay', 'commentSolved'] as const
const GROUP_LIMITS = ['groupSolved', 'groupsPerDay', 'groupsOwned'] as const
const COUNT_LIMITS = [...DISCUSSION_LIMITS, ...GROUP_LIMITS] as const
const MOST_COUNT = 10_000

/** Feature switches and site-wide settings, by area. */
export function SwitchesPage({ queryRef }: PageProps<SwitchesPageQuery>) {
  const { t } = useTranslation()
  const { switchesSettings } = usePreloadedQuery<SwitchesPageQuery>(
    graphql`
      query SwitchesPageQuery {
        switchesSettings {
          ...SwitchesPage_settings
        }
      }
    `,
    queryRef,
  )
  useLive<SwitchesPageSubscription>(
    graphql`
      subscription SwitchesPageSubscription {
        switchesSettingsChanged {
          ...SwitchesPage_settings
        }
      }
    `,
    switchesSettings ? {} : null,
  )
  return (
    <AdminPage title={t('admin:page.SWITCHES')}>
      {switchesSettings && <SwitchesForm settings={switchesSettings} />}
    </AdminPage>
  )
}

function SwitchesForm({ settings }: { settings: SwitchesPage_settings$key }) {
  const { t } = useTranslation()
  const { version, ...values } = useFragment(
    graphql`
      fragment SwitchesPage_settings on SwitchesSettings {
        version
        openPublicJudge
        openContestJudge
        openGroupJudge
        openContestComment
        openPublicDiscussion
        openGroupDiscussion
        discussionSolved
        discussionsPerDay
        commentSolved
        groupSolved
        groupsPerDay
        groupsOwned
        hideSources
        submitIntervalSeconds
        minCodeLength
      }
    `,
    settings,
  )
  const saved = {
    openPublicJudge: values.openPublicJudge,
    openContestJudge: values.openContestJudge,
    openGroupJudge: values.openGroupJudge,
    openContestComment: values.openContestComment,
    openPublicDiscussion: values.openPublicDiscussion,
    openGroupDiscussion: values.openGroupDiscussion,
    discussionSolved: values.discussionSolved as number | null,
    discussionsPerDay: values.discussionsPerDay as number | null,
    commentSolved: values.commentSolved as number | null,
    groupSolved: values.groupSolved as number | null,
    groupsPerDay: values.groupsPerDay as number | null,
    groupsOwned: values.groupsOwned as number | null,
    hideSources: values.hideSources,
    submitIntervalSeconds: values.submitIntervalSeconds as number | null,
    minCodeLength: values.minCodeLength as number | null,
  }
  const form = useEditing({
    values: saved,
    version,
    rules: ({ submitIntervalSeconds, minCodeLength, ...counts }) => ({
      submitIntervalSeconds: wholeNumberFault(t, submitIntervalSeconds, {
        max: BOUNDS.submitIntervalSeconds,
      }),
      minCodeLength: wholeNumberFault(t, minCodeLength, { max: BOUNDS.minCodeLength }),
      ...Object.fromEntries(
        COUNT_LIMITS.map((name) => [name, wholeNumberFault(t, counts[name], { max: MOST_COUNT })]),
      ),
    }),
  })
  const { keptAt, foundAt } = useFormDraft(`switches-form ${useUsername()}`, form, saved)
  const [save, { pending }] = useMutation<SwitchesPageMutation>(
    graphql`
      mutation SwitchesPageMutation($input: ChangeSwitchesSettingsInput!) {
        changeSwitchesSettings(input: $input) {
          ...SwitchesPage_settings
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const saved = await save({ input: { version: form.version, ...form.changes() } })
    if (saved) toast.success(t('site:saved'))
    return saved
  })

  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ maxWidth: 760 }}>
      <LeaveGuard form={form} />
      <Box sx={{ display: 'grid', gap: 4, pb: 4 }}>
        <DraftNote foundAt={foundAt} />
        <FormCard title={t('site:switches.judging')} text={t('site:switches.atOnce')}>
          <SwitchField
            label={t('site:switches.openPublicJudge')}
            hint={t('site:switches.openPublicJudgeHint')}
            {...form.field('openPublicJudge')}
          />
          <SwitchField
            label={t('site:switches.openContestJudge')}
            hint={t('site:switches.openContestJudgeHint')}
            {...form.field('openContestJudge')}
          />
          <SwitchField
            label={t('site:switches.openGroupJudge')}
            hint={t('site:switches.openGroupJudgeHint')}
            {...form.field('openGroupJudge')}
          />
          <SwitchField
            label={t('site:switches.hideSources')}
            hint={t('site:switches.hideSourcesHint')}
            {...form.field('hideSources')}
          />
        </FormCard>
        <FormCard title={t('site:switches.talking')} text={t('site:switches.atOnce')}>
          <SwitchField
            label={t('site:switches.openContestComment')}
            hint={t('site:switches.openContestCommentHint')}
            {...form.field('openContestComment')}
          />
        </FormCard>
        <FormCard title={t('site:switches.discussions')} text={t('site:switches.atOnce')}>
          <SwitchField
            label={t('site:switches.openPublicDiscussion')}
            hint={t('site:switches.openPublicDiscussionHint')}
            {...form.field('openPublicDiscussion')}
          />
          <SwitchField
            label={t('site:switches.openGroupDiscussion')}
            hint={t('site:switches.openGroupDiscussionHint')}
            {...form.field('openGroupDiscussion')}
          />
          <FormGrid>
            {DISCUSSION_LIMITS.map((name) => (
              <NumberField
                key={name}
                label={t(`site:switches.${name}`)}
                hint={t(`site:switches.${name}Hint`)}
                {...form.field(name)}
              />
            ))}
          </FormGrid>
        </FormCard>
        <FormCard title={t('site:switches.groups')}>
          <FormGrid>
            {GROUP_LIMITS.map((name) => (
              <NumberField
                key={name}
                label={t(`site:switches.${name}`)}
                hint={t(`site:switches.${name}Hint`)}
                {...form.field(name)}
              />
            ))}
          </FormGrid>
        </FormCard>
        <FormCard title={t('site:switches.limits')}>
          <FormGrid>
            <NumberField
              label={t('site:switches.submitInterval')}
              unit={t('site:switches.seconds')}
              hint={t('site:switches.submitIntervalHint')}
              {...form.field('submitIntervalSeconds')}
            />
            <NumberField
              label={t('site:switches.minCodeLength')}
              unit={t('site:switches.characters')}
              hint={t('site:switches.minCodeLengthHint')}
              {...form.field('minCodeLength')}
            />
          </FormGrid>
        </FormCard>
      </Box>
      <FormBar form={form} pending={pending} keptAt={keptAt} />
    </Box>
  )
}
