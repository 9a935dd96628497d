import { builder } from '../../builder.ts'
import { ProblemVisibilityEnum } from '../../enums.ts'
import { type LinkSetting, settingOfLink } from './contestProblems.ts'

const SettingType = builder.objectRef<LinkSetting>('ContestProblemSetting').implement({
  description: 'What only the organisers of a contest see of one of its problems.',
  fields: (t) => ({
    displayId: t.exposeString('displayId', { description: 'Display id outside the contest.' }),
    visibility: t.expose('visibility', {
      type: ProblemVisibilityEnum,
      description: 'Visibility outside the contest.',
    }),
    canEdit: t.exposeBoolean('canEdit', { description: 'Whether the viewer may edit it.' }),
    canPublish: t.exposeBoolean('canPublish', {
      description: 'Whether the viewer may publish it when it is removed from the contest.',
    }),
    submissionCount: t.exposeInt('submissions', {
      description: 'Number of submissions to it in the contest.',
    }),
    solverCount: t.exposeInt('solvers', { description: 'Number of users who solved it in the contest.' }),
  }),
})

builder.prismaObjectFields('ContestProblem', (t) => ({
  setting: t.field({
    type: SettingType,
    nullable: true,
    description: 'Null for viewers who do not organise the contest.',
    resolve: (link, _, ctx) => settingOfLink(ctx, link),
  }),
}))
