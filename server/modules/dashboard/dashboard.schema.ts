import { builder } from '../../builder.ts'
import { type Dashboard, dashboard, watchDashboard } from './dashboard.ts'
import type { WebServer } from './webServer.ts'

const ServerRef = builder.objectRef<WebServer>('WebServer').implement({
  description: 'The web server that answers, and how busy its machine is.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'Host name under which people reach the site.' }),
    port: t.exposeInt('port', { description: 'The port.' }),
    cores: t.exposeInt('cores', { description: 'Processor cores.' }),
    cpuShare: t.exposeFloat('cpuShare', { description: 'Load of the last minute per core, from 0 to 1.' }),
    memoryShare: t.exposeFloat('memoryShare', { description: 'Memory in use, from 0 to 1.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the process started.' }),
  }),
})

const DashboardRef = builder.objectRef<Dashboard>('Dashboard').implement({
  description: 'The site at a glance; days are those of its time zone.',
  fields: (t) => ({
    userCount: t.exposeInt('userCount', { description: 'Accounts.' }),
    usersToday: t.exposeInt('usersToday', { description: 'Accounts made today.' }),
    problemCount: t.exposeInt('problemCount', { description: 'Problems, the hidden ones too.' }),
    submissionsToday: t.exposeInt('submissionsToday', { description: 'Submissions of today.' }),
    acceptedToday: t.exposeInt('acceptedToday', { description: 'Those of them that are accepted.' }),
    recentContests: t.exposeInt('recentContests', {
      description: 'Contests that are on or start within two weeks.',
    }),
    server: t.field({
      type: ServerRef,
      description: 'The web server that answers.',
      resolve: ({ server }) => server,
    }),
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
