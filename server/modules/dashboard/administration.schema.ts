import { builder } from '../../builder.ts'
import { watchAdministration } from './administration.ts'

const ListEnum = builder.enumType('AdministrationList', {
  description: 'A list of the administration.',
  values: {
    PROBLEMS: { description: 'Problems of the site or of a group.' },
    APPLICATIONS: { description: "Applications of groups' problems for the site." },
    CONTESTS: { description: 'Contests of the site or of a group.' },
    TRAININGS: { description: 'Trainings of the site or of a group.' },
    ACCOUNTS: { description: 'Accounts.' },
    TAGS: { description: 'Tags and their classifications.' },
    AUDIT: { description: 'Audit entries.' },
  } as const,
})

builder.subscriptionFields((t) => ({
  administrationChanged: t.field({
    type: ListEnum,
    description:
      'A list of the administration after changes of its rows, hidden ones too; for viewers who may read it, who load it again.',
    refuses: ['FORBIDDEN'],
    args: {
      list: t.arg({ type: ListEnum, required: true, description: 'The list.' }),
      groupId: t.arg.globalID({ description: 'The group; default: the site.' }),
    },
    subscribe: (_, { list, groupId }, ctx) =>
      watchAdministration(ctx, list, groupId ? Number(groupId.id) : null),
    resolve: (list) => list,
  }),
}))
