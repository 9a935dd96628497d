import { builder } from '../../builder.ts'
import { ProblemVisibilityEnum } from '../../enums.ts'
import { type LinkSetting, settingOfLink } from './contestProblems.ts'

const SettingType = builder.objectRef<LinkSetting>('ContestProblemSetting').implement({
  description: 'What only the organisers of a contest know of one of its problems.',
  fields: (t) => ({
    displayId: t.exposeString('displayId', { description: 'What it is called outside the contest.' }),
    visibility: t.expose('visibility', { type: ProblemVisibilityEnum, description: 'Who sees it outside.' }),
    canEdit: t.exposeBoolean('canEdit', { description: 'Whether the viewer sets it.' }),
    canPublish: t.exposeBoolean('canPublish', {
      description: 'Whether the viewer may put it on the public list when it leaves the contest.',
    }),
    submissionCount: t.exposeInt('submissions', { description: 'What was submitted to it in the contest.' }),
    solverCount: t.exposeInt('solvers', { description: 'How many have solved it there.' }),
  }),
})

builder.prismaObjectFields('ContestProblem', (t) => ({
  setting: t.field({
    type: SettingType,
    nullable: true,
    description: 'Null for those who do not organise the contest.',
    resolve: (link, _, ctx) => settingOfLink(ctx, link),
  }),
}))
