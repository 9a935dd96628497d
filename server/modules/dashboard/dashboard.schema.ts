import { builder } from '../../builder.ts'
import { type Dashboard, dashboard, watchDashboard } from './dashboard.ts'
import type { WebServer } from './webServer.ts'

const ServerRef = builder.objectRef<WebServer>('WebServer').implement({
  description: 'The web server that answers the request, and its load.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'Public host name of the site.' }),
    port: t.exposeInt('port', { description: 'Port.' }),
    cores: t.exposeInt('cores', { description: 'Processor cores.' }),
    cpuShare: t.exposeFloat('cpuShare', { description: 'Load of the last minute per core, from 0 to 1.' }),
    memoryShare: t.exposeFloat('memoryShare', { description: 'Memory in use, from 0 to 1.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the process started.' }),
  }),
})

const DashboardRef = builder.objectRef<Dashboard>('Dashboard').implement({
  description: 'Figures of the site; days are those of its time zone.',
  fields: (t) => ({
    userCount: t.exposeInt('userCount', { description: 'Number of accounts.' }),
    usersToday: t.exposeInt('usersToday', { description: 'Accounts created today.' }),
    problemCount: t.exposeInt('problemCount', { description: 'Number of problems, hidden ones too.' }),
    submissionsToday: t.exposeInt('submissionsToday', { description: 'Submissions today.' }),
    acceptedToday: t.exposeInt('acceptedToday', { description: 'Accepted submissions today.' }),
    recentContests: t.exposeInt('recentContests', {
      description: 'Contests that are running or start within two weeks.',
    }),
    server: t.field({
      type: ServerRef,
      description: 'The web server that answers the request.',
      resolve: ({ server }) => server,
    }),
    storedBytes: t.exposeFloat('storedBytes', { description: 'Bytes of all stored files and test data.' }),
    unheldBytes: t.exposeFloat('unheldBytes', {
      description: 'Bytes of them that nothing refers to; removed after a day.',
    }),
  }),
})

builder.queryFields((t) => ({
  dashboard: t.field({
    type: DashboardRef,
    nullable: true,
    description: 'Figures of the site; for staff.',
    resolve: (_, __, ctx) => dashboard(ctx),
  }),
}))

builder.subscriptionFields((t) => ({
  dashboardChanged: t.field({
    type: DashboardRef,
    description: 'Figures of the site, now and as they change; for staff.',
    subscribe: (_, __, ctx) => watchDashboard(ctx),
    resolve: (row) => row as Dashboard,
  }),
}))
