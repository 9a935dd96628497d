import './modules/judging/judging.schema.ts'
import './modules/judging/trial.schema.ts'
import './modules/notice/notice.schema.ts'
import './modules/problem/activity.schema.ts'
import './modules/problem/problem.schema.ts'
import './modules/problem/tag.schema.ts'
import './modules/site/announcement.schema.ts'
import './modules/site/carousel.schema.ts'
import './modules/site/language.schema.ts'
import './modules/site/site.schema.ts'
import './modules/submission/submission.schema.ts'
import './modules/user/account.schema.ts'
import './modules/user/checkIn.schema.ts'
import './modules/user/session.schema.ts'
import './modules/user/user.schema.ts'
import { builder } from './builder.ts'

/** The whole graph. Every door above has added its part to the builder. */
export const schema = builder.toSchema()
