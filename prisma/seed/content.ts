import { P1001 } from './problems/P1001.ts'
import { P1005 } from './problems/P1005.ts'
import { P1008 } from './problems/P1008.ts'
import { P1013 } from './problems/P1013.ts'
import { P1027 } from './problems/P1027.ts'
import { P1031 } from './problems/P1031.ts'
import { P1042 } from './problems/P1042.ts'
import { P1056 } from './problems/P1056.ts'
import { P1065 } from './problems/P1065.ts'
import { P1077 } from './problems/P1077.ts'
import { P1090 } from './problems/P1090.ts'
import { P1096 } from './problems/P1096.ts'
import { P1113 } from './problems/P1113.ts'
import { P1128 } from './problems/P1128.ts'
import { P1140 } from './problems/P1140.ts'
import { P1171 } from './problems/P1171.ts'
import { P1204 } from './problems/P1204.ts'
import { P1237 } from './problems/P1237.ts'
import { P1301 } from './problems/P1301.ts'
import { P1302 } from './problems/P1302.ts'
import { P1303 } from './problems/P1303.ts'
import type { SeedProblem } from './types.ts'

export { carousel } from './carousel.ts'
export { contests } from './contests.ts'
export { discussions } from './discussions.ts'
export { groups } from './groups.ts'
export { lessons } from './lessons.ts'
export { notices } from './notices.ts'
export { items } from './shop.ts'
export { systemNotices } from './systemNotices.ts'
export { tagGroups } from './tags.ts'
export { trainingCategories, trainings } from './trainings.ts'
export { users } from './users.ts'

/** The opening set, and then the problems of the contest that goes on at the start, in the order of the numbers. */
export const problems: SeedProblem[] = [
  P1001,
  P1005,
  P1008,
  P1013,
  P1027,
  P1031,
  P1042,
  P1056,
  P1065,
  P1077,
  P1090,
  P1096,
  P1113,
  P1128,
  P1140,
  P1171,
  P1204,
  P1237,
  P1301,
  P1302,
  P1303,
]
