/**
 * Routes of the administration; app/admin/adminPages.ts tells how to add a page. AdminLayout is the parent
 * route, so that frame and page load together; the login page is outside it (modules/user/userRoutes.ts).
 */
import { type RouteObject, replace } from 'react-router-dom'
import { RouteError } from './app/RouteError.tsx'
import { requireStaff } from './app/session/guards.ts'
import { page } from './relay/page.tsx'

export const adminRoutes: RouteObject[] = [
  page({
    path: 'admin',
    guard: requireStaff,
    entry: () => import('./app/admin/adminEntry.tsx'),
    children: [
      {
        // An error of a page is shown inside the frame.
        ErrorBoundary: RouteError,
        children: [
          page({
            path: 'dashboard',
            guard: requireStaff,
            entry: () => import('./modules/dashboard/dashboardEntry.tsx'),
          }),
          page({
            path: 'problems',
            guard: requireStaff,
            entry: () => import('./modules/problemAdmin/managedListEntry.tsx'),
          }),
          page({
            path: 'problem/create',
            guard: requireStaff,
            entry: () => import('./modules/problemAdmin/problemCreateEntry.tsx'),
          }),
          page({
            path: 'problem/edit/:problemNumber',
            guard: requireStaff,
            entry: () => import('./modules/problemAdmin/problemEditEntry.tsx'),
          }),
          page({
            path: 'problem/tag',
            guard: requireStaff,
            entry: () => import('./modules/tag/tagsEntry.tsx'),
          }),
          page({
            path: 'group-problem/apply',
            guard: requireStaff,
            entry: () => import('./modules/problemAdmin/group/applicationsEntry.tsx'),
          }),
          page({ path: 'bank', guard: requireStaff, entry: () => import('./modules/bank/bankEntry.tsx') }),
          page({
            path: 'training',
            guard: requireStaff,
            entry: () => import('./modules/training/admin/managedTrainingsEntry.tsx'),
          }),
          page({
            path: 'training/create',
            guard: requireStaff,
            entry: () => import('./modules/training/admin/form/trainingCreateEntry.tsx'),
          }),
          page({
            path: 'training/category',
            guard: requireStaff,
            entry: () => import('./modules/training/admin/category/trainingCategoriesEntry.tsx'),
          }),
          page({
            path: 'training/:trainingID/edit',
            guard: requireStaff,
            entry: () => import('./modules/training/admin/form/trainingEditEntry.tsx'),
          }),
          page({
            path: 'training/:trainingID/problems',
            guard: requireStaff,
            entry: () => import('./modules/training/admin/problems/trainingProblemsEntry.tsx'),
          }),
          page({
            path: 'contest',
            guard: requireStaff,
            entry: () => import('./modules/contest/organising/managedContestsEntry.tsx'),
          }),
          page({
            path: 'contest/create',
            guard: requireStaff,
            entry: () => import('./modules/contest/organising/form/contestCreateEntry.tsx'),
          }),
          page({
            path: 'contest/:contestID/edit',
            guard: requireStaff,
            entry: () => import('./modules/contest/organising/form/contestEditEntry.tsx'),
          }),
          page({
            path: 'contest/:contestID/problems',
            guard: requireStaff,
            entry: () => import('./modules/contest/organising/problems/contestProblemsEntry.tsx'),
          }),
          page({
            path: 'contest/:contestID/problem/create',
            guard: requireStaff,
            entry: () => import('./modules/problemAdmin/problemCreateEntry.tsx'),
          }),
          page({
            path: 'contest/:contestID/problem/:problemNumber/edit',
            guard: requireStaff,
            entry: () => import('./modules/problemAdmin/problemEditEntry.tsx'),
          }),
          page({
            path: 'contest/:contestID/announcement',
            guard: requireStaff,
            entry: () => import('./modules/contest/organising/contestNoticesEntry.tsx'),
          }),
          page({
            path: 'contest/:contestID/participants',
            guard: requireStaff,
            entry: () => import('./modules/contest/organising/participants/participantsEntry.tsx'),
          }),
          page({
            path: 'discussion',
            guard: requireStaff,
            entry: () => import('./modules/discussion/admin/managedPostsEntry.tsx'),
          }),
          page({
            path: 'shopitem',
            guard: requireStaff,
            entry: () => import('./modules/shop/admin/item/itemsEntry.tsx'),
          }),
          page({
            path: 'shopscore',
            guard: requireStaff,
            entry: () => import('./modules/shop/admin/point/ledgerEntry.tsx'),
          }),
          page({
            path: 'shophistory',
            guard: requireStaff,
            entry: () => import('./modules/shop/admin/order/managedOrdersEntry.tsx'),
          }),
          page({
            path: 'user',
            guard: requireStaff,
            entry: () => import('./modules/account/accountListEntry.tsx'),
          }),
          page({
            path: 'announcement',
            guard: requireStaff,
            entry: () => import('./modules/notice/noticeListEntry.tsx'),
          }),
          page({
            path: 'announcement/create',
            guard: requireStaff,
            entry: () => import('./modules/notice/noticeCreateEntry.tsx'),
          }),
          page({
            path: 'announcement/:noticeID/edit',
            guard: requireStaff,
            entry: () => import('./modules/notice/noticeEditEntry.tsx'),
          }),
          page({
            path: 'notice',
            guard: requireStaff,
            entry: () => import('./modules/systemNotice/systemNoticeListEntry.tsx'),
          }),
          page({
            path: 'notice/create',
            guard: requireStaff,
            entry: () => import('./modules/systemNotice/systemNoticeCreateEntry.tsx'),
          }),
          page({
            path: 'notice/:systemNoticeID/edit',
            guard: requireStaff,
            entry: () => import('./modules/systemNotice/systemNoticeEditEntry.tsx'),
          }),
          page({
            path: 'conf',
            guard: requireStaff,
            entry: () => import('./modules/site/configurationEntry.tsx'),
          }),
          page({ path: 'audit', guard: requireStaff, entry: () => import('./modules/audit/auditEntry.tsx') }),
          page({
            path: 'language',
            guard: requireStaff,
            entry: () => import('./modules/site/languagesEntry.tsx'),
          }),
          page({ path: 'mail', guard: requireStaff, entry: () => import('./modules/site/mailEntry.tsx') }),
          page({
            path: 'switch',
            guard: requireStaff,
            entry: () => import('./modules/site/switchesEntry.tsx'),
          }),
          page({
            path: 'problem/tests/:problemID',
            guard: requireStaff,
            entry: () => import('./modules/problemAdmin/testDataEntry.tsx'),
          }),
          page({
            path: 'problem/batch-operation',
            guard: requireStaff,
            entry: () => import('./modules/package/batchEntry.tsx'),
          }),
          { path: '*', loader: () => replace('/admin/login') },
        ],
      },
    ],
  }),
]
