/** Routes of groups: the pages of a group and those of other nouns in it share its frame or its bar. */
import type { RouteObject } from 'react-router-dom'
import { requireLogin, requireLoginFor } from './app/session/guards.ts'
import { page } from './relay/page.tsx'

export const groupRoutes: RouteObject[] = [
  page({
    path: 'group',
    guard: requireLoginFor('onlyMine', (value) => value === 'true'),
    ask: () => import('./modules/group/list/groupListAsk.ts'),
    entry: () => import('./modules/group/list/groupListEntry.tsx'),
  }),
  page({
    path: 'invitation/:token',
    guard: requireLogin,
    entry: () => import('./modules/group/invitation/invitationEntry.tsx'),
  }),
  page({
    path: 'group/:groupID',
    guard: requireLogin,
    entry: () => import('./modules/group/groupFrameEntry.tsx'),
    children: [
      page({
        path: '',
        guard: requireLogin,
        entry: () => import('./modules/group/home/groupHomeEntry.tsx'),
      }),
      page({
        path: 'announcement',
        guard: requireLogin,
        entry: () => import('./modules/group/notice/groupNoticesEntry.tsx'),
      }),
      page({
        path: 'problem',
        guard: requireLogin,
        entry: () => import('./modules/problem/list/groupProblemsEntry.tsx'),
      }),
      page({
        path: 'training',
        guard: requireLogin,
        entry: () => import('./modules/training/list/groupTrainingsEntry.tsx'),
      }),
      page({
        path: 'contest',
        guard: requireLogin,
        ask: () => import('./modules/contest/list/contestListAsk.ts'),
        entry: () => import('./modules/contest/list/contestListEntry.tsx'),
      }),
      page({
        path: 'status',
        guard: requireLogin,
        ask: () => import('./modules/submission/submissionListAsk.ts'),
        entry: () => import('./modules/submission/submissionListEntry.tsx'),
      }),
      page({
        path: 'rank',
        guard: requireLogin,
        entry: () => import('./modules/rank/groupRankEntry.tsx'),
      }),
      page({
        path: 'discussion',
        guard: requireLogin,
        ask: () => import('./modules/discussion/list/discussionListAsk.ts'),
        entry: () => import('./modules/discussion/list/discussionListEntry.tsx'),
      }),
      page({
        path: 'discussion/:problemID',
        guard: requireLogin,
        ask: () => import('./modules/discussion/list/discussionListAsk.ts'),
        entry: () => import('./modules/discussion/list/discussionListEntry.tsx'),
      }),
      page({
        path: 'member',
        guard: requireLogin,
        entry: () => import('./modules/group/member/groupMembersEntry.tsx'),
      }),
      page({
        path: 'setting',
        guard: requireLogin,
        entry: () => import('./modules/group/setting/groupSettingEntry.tsx'),
      }),
    ],
  }),
  // Pages below a tab have the bar of the group, and none of its tabs.
  page({
    path: 'group/:groupID/problem',
    guard: requireLogin,
    entry: () => import('./modules/group/groupPlaceEntry.tsx'),
    children: [
      page({
        path: 'manage',
        guard: requireLogin,
        entry: () => import('./modules/problemAdmin/group/managedGroupProblemsEntry.tsx'),
      }),
      page({
        path: 'manage/create',
        guard: requireLogin,
        entry: () => import('./modules/problemAdmin/problemCreateEntry.tsx'),
      }),
      page({
        path: 'manage/edit/:problemNumber',
        guard: requireLogin,
        entry: () => import('./modules/problemAdmin/problemEditEntry.tsx'),
      }),
      page({
        path: 'manage/tests/:problemID',
        guard: requireLogin,
        entry: () => import('./modules/problemAdmin/testDataEntry.tsx'),
      }),
      page({
        path: ':problemID',
        guard: requireLogin,
        ask: () => import('./modules/problem/problemAsk.ts'),
        entry: () => import('./modules/problem/problemEntry.tsx'),
      }),
    ],
  }),
  page({
    path: 'group/:groupID/problem/:problemID/full-screen',
    guard: requireLogin,
    ask: () => import('./modules/problem/problemAsk.ts'),
    entry: async () => ({ default: (await import('./modules/problem/problemEntry.tsx')).fullScreen }),
  }),
  page({
    path: 'group/:groupID/training',
    guard: requireLogin,
    entry: () => import('./modules/group/groupPlaceEntry.tsx'),
    children: [
      page({
        path: 'manage',
        guard: requireLogin,
        entry: () => import('./modules/training/admin/managedTrainingsEntry.tsx'),
      }),
      page({
        path: 'gradebook',
        guard: requireLogin,
        entry: () => import('./modules/training/gradebook/gradebookEntry.tsx'),
      }),
      page({
        path: 'manage/create',
        guard: requireLogin,
        entry: () => import('./modules/training/admin/form/trainingCreateEntry.tsx'),
      }),
      page({
        path: 'manage/:trainingID/edit',
        guard: requireLogin,
        entry: () => import('./modules/training/admin/form/trainingEditEntry.tsx'),
      }),
      page({
        path: 'manage/:trainingID/problems',
        guard: requireLogin,
        entry: () => import('./modules/training/admin/problems/trainingProblemsEntry.tsx'),
      }),
      page({
        path: 'manage/:trainingID/similarity',
        guard: requireLogin,
        entry: () => import('./modules/similarity/similarityEntry.tsx'),
      }),
      page({
        path: 'manage/:trainingID/similarity/:pairID',
        guard: requireLogin,
        entry: () => import('./modules/similarity/similarPairEntry.tsx'),
      }),
      page({
        path: ':trainingID',
        guard: requireLogin,
        entry: () => import('./modules/training/trainingFrameEntry.tsx'),
        children: [
          page({
            path: '',
            guard: requireLogin,
            entry: () => import('./modules/training/trainingOverviewEntry.tsx'),
          }),
          page({
            path: 'problems',
            guard: requireLogin,
            entry: () => import('./modules/training/trainingProblemsEntry.tsx'),
          }),
          page({
            path: 'rank',
            guard: requireLogin,
            entry: () => import('./modules/training/rank/trainingRankEntry.tsx'),
          }),
          page({
            path: 'matrix',
            guard: requireLogin,
            entry: () => import('./modules/training/homework/matrixEntry.tsx'),
          }),
        ],
      }),
      page({
        path: ':trainingID/problem/:problemID',
        guard: requireLogin,
        entry: () => import('./modules/training/trainingProblemEntry.tsx'),
      }),
    ],
  }),
  page({
    path: 'group/:groupID/contest/manage',
    guard: requireLogin,
    entry: () => import('./modules/group/groupPlaceEntry.tsx'),
    children: [
      page({
        path: '',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/managedContestsEntry.tsx'),
      }),
      page({
        path: 'create',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/form/contestCreateEntry.tsx'),
      }),
      page({
        path: ':contestID/edit',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/form/contestEditEntry.tsx'),
      }),
      page({
        path: ':contestID/problems',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/problems/contestProblemsEntry.tsx'),
      }),
      page({
        path: ':contestID/problem/create',
        guard: requireLogin,
        entry: () => import('./modules/problemAdmin/problemCreateEntry.tsx'),
      }),
      page({
        path: ':contestID/announcement',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/contestNoticesEntry.tsx'),
      }),
      page({
        path: ':contestID/participants',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/participants/participantsEntry.tsx'),
      }),
    ],
  }),
  page({
    path: 'group/:groupID/discussion-manage',
    guard: requireLogin,
    entry: () => import('./modules/group/groupPlaceEntry.tsx'),
    children: [
      page({
        path: '',
        guard: requireLogin,
        entry: () => import('./modules/discussion/admin/groupPostsEntry.tsx'),
      }),
    ],
  }),
  page({
    path: 'group/:groupID/discussion-detail/:discussionID',
    guard: requireLogin,
    entry: () => import('./modules/group/groupPlaceEntry.tsx'),
    children: [
      page({
        path: '',
        guard: requireLogin,
        entry: () => import('./modules/discussion/post/discussionEntry.tsx'),
      }),
    ],
  }),
  page({
    path: 'group/:groupID/submission-detail/:submitID',
    guard: requireLogin,
    entry: () => import('./modules/group/groupPlaceEntry.tsx'),
    children: [
      page({
        path: '',
        guard: requireLogin,
        entry: () => import('./modules/submission/submissionEntry.tsx'),
      }),
    ],
  }),
  page({
    path: 'group/:groupID/training/:trainingID/problem/:problemID/full-screen',
    guard: requireLogin,
    entry: async () => ({
      default: (await import('./modules/training/trainingProblemEntry.tsx')).fullScreen,
    }),
  }),
]
