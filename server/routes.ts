/** Every REST door: importing it registers its paths on the router. */
import './modules/judging/judging.rest.ts'
import './modules/notice/notice.rest.ts'
import './modules/problem/problem.rest.ts'
import './modules/site/site.rest.ts'
import './modules/submission/submission.rest.ts'
import './modules/user/user.rest.ts'
