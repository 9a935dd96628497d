import { z } from 'zod'
import type { User } from '#prisma/generated/client.ts'
import { REST_ROLES } from './restCodes.ts'

const optional = z.string().nullable()

/** UserInfoVO of the reference system: an account as its owner sees it. */
export const restUserInfo = z
  .object({
    uid: z.string(),
    username: z.string(),
    nickname: optional,
    avatar: optional.describe('Path of the avatar on this site.'),
    titleName: optional,
    titleColor: optional,
    email: optional,
    number: optional,
    gender: optional.describe('male, female or secrecy.'),
    school: optional,
    course: optional,
    signature: optional,
    realname: optional,
    github: optional,
    blog: optional,
    cfUsername: optional,
    roleList: z.array(z.string()).describe('Names of the roles.'),
  })
  .meta({ id: 'UserInfo', description: 'An account as its owner sees it.' })

/** An account in the shape of `restUserInfo`. */
export const asUserInfo = (user: User) => ({
  uid: user.id,
  username: user.username,
  nickname: user.nickname,
  avatar: user.avatar,
  titleName: user.titleName,
  titleColor: user.titleColor,
  email: user.email,
  number: user.number,
  gender: user.gender,
  school: user.school,
  course: user.course,
  signature: user.signature,
  realname: user.realname,
  github: user.github,
  blog: user.blog,
  cfUsername: user.cfUsername,
  roleList: [REST_ROLES[user.role].name],
})
