import { builder } from '../../builder.ts'
import { type Dashboard, dashboard, watchDashboard } from './dashboard.ts'

const DashboardRef = builder.objectRef<Dashboard>('Dashboard').implement({
  description: 'The site at a glance; days are those of its time zone.',
  fields: (t) => ({
    userCount: t.exposeInt('userCount', { description: 'Accounts.' }),
    usersToday: t.exposeInt('usersToday', { description: 'Accounts made today.' }),
    problemCount: t.exposeInt('problemCount', { description: 'Problems, the hidden ones too.' }),
    submissionsToday: t.exposeInt('submissionsToday', { description: 'Submissions of today.' }),
    acceptedToday: t.exposeInt('acceptedToday', { description: 'Those of them that are accepted.' }),
    storedBytes: t.exposeFloat('storedBytes', { description: 'Bytes of all stored files and test data.' }),
    unheldBytes: t.exposeFloat('unheldBytes', {
      description: 'Those of them that nothing refers to. They are removed after a day.',
    }),
  }),
})

builder.queryFields((t) => ({
  dashboard: t.field({
    type: DashboardRef,
    nullable: true,
    description: 'The site at a glance; for the staff.',
    resolve: (_, __, ctx) => dashboard(ctx),
  }),
}))

builder.subscriptionFields((t) => ({
  dashboardChanged: t.field({
    type: DashboardRef,
    description: 'The site at a glance, now and as it changes; for the staff.',
    subscribe: (_, __, ctx) => watchDashboard(ctx),
    resolve: (row) => row as Dashboard,
  }),
}))
