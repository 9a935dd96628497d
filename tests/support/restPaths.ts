/**
 * Every path of the reference system's REST interface and of its shop (BUILT), and what this site has besides (OURS);
 * tests/api/restPaths.test.ts compares them with the calls of the server.
 *
 * A line: who may call, the method, the path, and the query parameters that must be there.
 * Who: A anybody; G anybody, but a dead token is refused; L anybody logged in; S staff; RP problem and super
 * administrators; R super administrators. The keys are the areas, which are the tags of the OpenAPI document.
 */
export type Area = Readonly<Record<string, string>>

/** What this site answers. */
export const BUILT: Area = {
  accounts: `
    A POST /api/login
    L GET /api/logout
    A GET /api/captcha
    A GET /api/get-register-code email
    A POST /api/register
    A POST /api/check-username-or-email
    A POST /api/apply-reset-password
    A POST /api/reset-password
    L GET /api/get-user-auth-info
    G GET /api/get-user-home-info
    A GET /api/get-user-calendar-heatmap
    L POST /api/change-password
    L GET /api/get-change-email-code email
    L POST /api/change-email
    L POST /api/change-userInfo
    G POST /api/admin/login
    S GET /api/admin/logout
    R GET /api/admin/user/get-user-list
    R PUT /api/admin/user/edit-user
    R DELETE /api/admin/user/delete-user
    R POST /api/admin/user/insert-batch-user
    R POST /api/admin/user/generate-user
  `,
  contests: `
    A GET /api/get-recent-contest
    A GET /api/get-contest-list
    L GET /api/get-contest-info cid
    A GET /api/get-contest-outsize-info cid
    A POST /api/get-contest-outside-scoreboard
    L POST /api/register-contest
    L GET /api/get-contest-access cid
    G GET /api/get-contest-problem cid
    L GET /api/get-contest-problem-details cid,displayId
    L GET /api/contest-submissions contestID,beforeContestSubmit
    L POST /api/get-contest-rank
    L GET /api/get-contest-announcement cid
    L POST /api/get-contest-not-read-announcement
    L POST /api/submit-print-text
    L GET /api/get-contest-ac-info cid
    L PUT /api/check-contest-ac-info
    L GET /api/get-contest-print cid
    L PUT /api/check-contest-print-status id,cid
    A GET /api/get-contest-scroll-board-info cid
    A GET /api/get-contest-scroll-board-submission cid
    A GET /api/get-recent-other-contest
    S GET /api/admin/contest/get-contest-list
    S GET /api/admin/contest cid
    S POST /api/admin/contest
    S PUT /api/admin/contest
    R DELETE /api/admin/contest cid
    S PUT /api/admin/contest/change-contest-visible cid,visible
    S GET /api/admin/contest/clone cid
    S GET /api/admin/contest/get-problem-list cid
    S GET /api/admin/contest/problem pid
    S POST /api/admin/contest/problem
    S PUT /api/admin/contest/problem
    RP DELETE /api/admin/contest/problem pid
    S GET /api/admin/contest/contest-problem cid,pid
    S PUT /api/admin/contest/contest-problem
    S POST /api/admin/contest/add-problem-from-public
    S GET /api/admin/contest/announcement cid
    S POST /api/admin/contest/announcement
    S PUT /api/admin/contest/announcement
    S DELETE /api/admin/contest/announcement aid
  `,
  trainings: `
    A GET /api/get-training-category
    A GET /api/get-training-list
    L GET /api/get-training-detail tid
    L GET /api/get-training-access tid
    L POST /api/register-training
    L GET /api/get-training-problem-list tid
    L GET /api/get-training-rank tid
    S GET /api/admin/training/get-training-list
    S GET /api/admin/training tid
    S POST /api/admin/training
    S PUT /api/admin/training
    R DELETE /api/admin/training tid
    S PUT /api/admin/training/change-training-status tid,status
    S GET /api/admin/training/get-problem-list tid
    S PUT /api/admin/training/problem
    S DELETE /api/admin/training/problem pid
    S POST /api/admin/training/add-problem-from-public
    RP POST /api/admin/training/category
    RP PUT /api/admin/training/category
    RP DELETE /api/admin/training/category cid
  `,
  groups: `
    A GET /api/get-group-list
    L GET /api/get-group-detail gid
    L GET /api/get-group-access gid
    L GET /api/get-group-auth gid
    L POST /api/group
    L PUT /api/group
    L DELETE /api/group gid
    L GET /api/get-group-rank-list gid
    L GET /api/group/get-member-list gid
    L GET /api/group/get-apply-list gid
    L POST /api/group/member gid
    L PUT /api/group/member
    L DELETE /api/group/member gid,uid
    L DELETE /api/group/member/exit gid
    L GET /api/group/get-announcement-list gid
    L GET /api/group/get-admin-announcement-list gid
    L POST /api/group/announcement
    L PUT /api/group/announcement
    L DELETE /api/group/announcement aid
    L GET /api/group/get-training-list gid
    L GET /api/group/get-admin-training-list gid
    L GET /api/group/training tid
    L POST /api/group/training
    L PUT /api/group/training
    L DELETE /api/group/training tid
    L PUT /api/group/change-training-status tid,status
    L GET /api/group/get-training-problem-list tid
    L PUT /api/group/training-problem
    L DELETE /api/group/training-problem pid,tid
    L POST /api/group/add-training-problem-from-public
    L POST /api/group/add-training-problem-from-group tid,problemId
    L GET /api/group/get-problem-list gid
    L GET /api/group/get-admin-problem-list gid
    L GET /api/group/problem pid
    L GET /api/group/get-problem-cases pid
    L GET /api/group/get-all-problem-tags gid
    L POST /api/group/problem
    L PUT /api/group/problem
    L DELETE /api/group/problem pid
    L PUT /api/group/change-problem-auth pid,auth
    L POST /api/group/compile-spj gid
    L POST /api/group/compile-interactive gid
    L PUT /api/group/apply-public pid,isApplied
    RP GET /api/admin/group-problem/list
    RP PUT /api/admin/group-problem/change-progress
    L GET /api/group/get-discussion-list gid
    L GET /api/group/get-admin-discussion-list gid
    L POST /api/group/discussion
    L PUT /api/group/discussion
    L DELETE /api/group/discussion did
    L GET /api/group/get-contest-list gid
    L GET /api/group/get-admin-contest-list gid
    L GET /api/group/contest cid
    L POST /api/group/contest
    L PUT /api/group/contest
    L DELETE /api/group/contest cid
    L PUT /api/group/change-contest-visible cid,visible
    L GET /api/group/get-contest-problem-list cid
    L POST /api/group/contest-problem
    L GET /api/group/contest-problem cid,pid
    L PUT /api/group/contest-problem
    L DELETE /api/group/contest-problem pid,cid
    L POST /api/group/add-contest-problem-from-public
    L POST /api/group/add-contest-problem-from-group problemId,cid,displayId
    L GET /api/group/get-contest-announcement-list cid
    L POST /api/group/contest-announcement
    L PUT /api/group/contest-announcement
    L DELETE /api/group/contest-announcement aid
  `,
  discussions: `
    A GET /api/comments
    L POST /api/comment
    L DELETE /api/comment
    L GET /api/comment-like cid,toLike
    A GET /api/reply commentId
    A GET /api/discussion-category
    R POST /api/discussion-category
    A GET /api/get-discussion-list
    A GET /api/get-discussion-detail did
    L POST /api/discussion
    L PUT /api/discussion
    L DELETE /api/discussion
    L GET /api/discussion-like did,toLike
    L POST /api/discussion-report
    S PUT /api/admin/discussion
    S DELETE /api/admin/discussion
    S GET /api/admin/discussion-report
    S PUT /api/admin/discussion-report
    L POST /api/reply
    L DELETE /api/reply
  `,
  files: `
    L POST /api/file/upload-avatar
    L POST /api/file/upload-group-avatar
    R POST /api/file/upload-carouse-img
    S POST /api/file/upload-md-img
    L GET /api/file/delete-md-img fileId
    S POST /api/file/upload-md-file
    S POST /api/file/upload-testcase-zip
    S GET /api/file/download-testcase pid
    R GET /api/file/export-problem
    R POST /api/file/import-problem
    R POST /api/file/import-qdoj-problem
    R POST /api/file/import-fps-problem
    R POST /api/file/import-hydro-problem
    L GET /api/file/download-contest-rank cid,forceRefresh
    L GET /api/file/download-contest-ac-submission cid
    L GET /api/file/download-contest-print-text id
    R GET /api/file/generate-user-excel key
    A GET /api/public/img/:name
    A GET /api/public/file/:name
  `,
  messages: `
    L GET /api/msg/unread
    L GET /api/msg/comment
    L GET /api/msg/reply
    L GET /api/msg/like
    L GET /api/msg/sys
    L GET /api/msg/mine
    L DELETE /api/msg/clean type
    R GET /api/admin/msg/notice
    R POST /api/admin/msg/notice
    R PUT /api/admin/msg/notice
    R DELETE /api/admin/msg/notice id
  `,
  problems: `
    A GET /api/get-recent-updated-problem
    A GET /api/languages
    A GET /api/get-problem-languages pid
    A GET /api/get-problem-code-template pid
    A GET /api/get-all-problem-tags
    A GET /api/get-problem-tags-and-classification
    A GET /api/get-problem-tags pid
    A GET /api/get-problem-list
    A GET /api/get-random-problem
    L POST /api/get-user-problem-status
    A GET /api/get-problem-detail problemId
    L GET /api/get-full-screen-problem-list
    S GET /api/admin/problem/get-problem-list
    S GET /api/admin/problem pid
    S POST /api/admin/problem
    S PUT /api/admin/problem
    RP DELETE /api/admin/problem pid
    S PUT /api/admin/problem/change-problem-auth
    S GET /api/admin/problem/get-problem-cases pid
    S POST /api/admin/problem/compile-spj
    S POST /api/admin/problem/compile-interactive
    RP POST /api/admin/tag
    RP PUT /api/admin/tag
    RP DELETE /api/admin/tag tid
    RP GET /api/admin/tag/classification
    RP POST /api/admin/tag/classification
    RP PUT /api/admin/tag/classification
    RP DELETE /api/admin/tag/classification tcid
  `,
  shop: `
    L POST /shopapi/hasUserSignIn
    L POST /shopapi/signIn
    A POST /shopapi/getAllUrl
    A GET /shopapi/getItemList
    A GET /shopapi/getItemTotalCount
    L GET /shopapi/getUserPointsBalance
    L POST /shopapi/buyCartItems
    S GET /shopapi/admin/getItemList
    S GET /shopapi/admin/getItemTotalCount
    S POST /shopapi/admin/updataItem
    S POST /shopapi/admin/addItem
    S GET /shopapi/admin/deleteItem id
    S GET /shopapi/admin/getBuyHistory
    S GET /shopapi/admin/getBuyHistoryCount
    S GET /shopapi/admin/updateBuyHistoryApprove hid,approve
    S GET /shopapi/getUserByNameFuzzy username
    R POST /shopapi/addUserPointsBalance
    R POST /shopapi/addUserPointsBalanceBatch
    R POST /shopapi/addUserPointsBalanceBatch2
    L GET /shopapi/getBuyHistoryDetailed
  `,
  site: `
    A GET /api/get-website-config
    A GET /api/home-carousel
    A GET /api/get-common-announcement
    A GET /api/get-recent-seven-ac-rank
    A GET /api/get-last-week-submission-statistics
    S GET /api/admin/dashboard/get-dashboard-info
    S POST /api/admin/dashboard/get-sessions
    S GET /api/admin/config/get-service-info
    S GET /api/admin/config/get-judge-service-info
    R GET /api/admin/config/get-web-config
    R PUT /api/admin/config/set-web-config
    R GET /api/admin/config/get-email-config
    R PUT /api/admin/config/set-email-config
    R POST /api/admin/config/test-email
    R GET /api/admin/config/get-db-and-redis-config
    R PUT /api/admin/config/set-db-and-redis-config
    R DELETE /api/admin/config/home-carousel id
    R GET /api/admin/switch/info
    R PUT /api/admin/switch/update
    R GET /api/admin/announcement
    R POST /api/admin/announcement
    R PUT /api/admin/announcement
    R DELETE /api/admin/announcement aid
    A GET /api/get-last-week-submission-statistic
  `,
  submissions: `
    L GET /api/get-last-ac-code pid
    L POST /api/submit-problem-judge
    L POST /api/submit-problem-test-judge
    L GET /api/get-test-judge-result testJudgeKey
    A GET /api/get-submission-list
    A GET /api/get-submission-detail submitId
    A GET /api/get-all-case-result submitId
    L GET /api/resubmit submitId
    L PUT /api/submission
    A POST /api/check-submissions-status
    L POST /api/check-contest-submissions-status
    S GET /api/admin/judge/rejudge submitId
    S GET /api/admin/judge/manual-judge submitId,status
    S GET /api/admin/judge/cancel-judge submitId
    S GET /api/admin/judge/rejudge-contest-problem cid,pid
  `,
  ranks: `
    A GET /api/get-rank-list
  `,
  learning: `
    A GET /shopapi/getNoteById
    A GET /shopapi/getNoteList
    S POST /shopapi/addNote
    S POST /shopapi/deleteNote
    S GET /shopapi/uploadCheck md5
    S POST /shopapi/uploadFragmentation
    S GET /shopapi/publichFile md5
  `,
  banks: `
    S GET /api/admin/problem/import-remote-oj-problem name,problemId
    S GET /api/admin/training/import-remote-oj-problem name,problemId,tid
    S GET /api/admin/contest/import-remote-oj-problem name,problemId,cid,displayId
  `,
}

/** What the reference system does not have. */
export const OURS: Area = {
  accounts: `
    A POST /unsubscribe/:token
    R POST /api/admin/user/check-csv
    R POST /api/admin/user/import-csv
  `,
  contests: `
    A GET /api/contest-scoreboard/:cid
  `,
  files: `
    A GET /api/public/file/:annexId/:name
    A GET /problem-files/:annexId/:name
    A GET /site-files/:name
    A GET /api/public/video/:name
    S POST /api/file/upload-package
    L GET /api/file/download-contest-record cid
    S POST /api/file/upload-tests
    L POST /api/file/upload-outputs
    A GET /api/file/download-inputs
    L GET /api/file/download-outputs submitId
  `,
  shop: `
    S GET /shopapi/admin/download-orders
  `,
  learning: `
    S POST /shopapi/uploadFragments
  `,
  operations: `
    L GET /api/operation/:id/result
  `,
  groups: `
    L GET /api/group/download-training-results tid
    L GET /api/group/download-gradebook gid
  `,
  problems: `
    S GET /api/admin/problem/made-cases pid
    S POST /api/admin/problem/cancel-making
    S POST /api/admin/problem/make-cases
    S GET /api/admin/problem/stress pid
    S POST /api/admin/problem/stress
    S POST /api/admin/problem/use-stress-case
    S POST /api/admin/problem/test-program
    S POST /api/admin/problem/test-script
    S POST /api/admin/problem/use-made-cases
  `,
}
