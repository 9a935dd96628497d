import { z } from 'zod'
import { LOCALES } from '#locales/i18n.ts'
import type { Prisma, User } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import type { Upload } from '../../core/blobs.ts'
import { checked, onOneLine } from '../../core/checked.ts'
import { expectVersion } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { type Stream, watch } from '../../watch.ts'
import { type FileSubject, fileUrl, keepFile, referTo } from '../file/file.ts'
import { lockOwn } from './user.ts'

const text = (max: number) => z.string().trim().max(max)

const line = (max: number) => z.string().transform(onOneLine).pipe(z.string().max(max))

/** A URL of another site, or empty; never a script. */
const link = text(255).refine((address) => address === '' || /^https?:\/\/[^\s/]/i.test(address), {
  params: { fault: 'NOT_A_LINK' },
})

/** Profile texts, with the lengths (characters) of the reference system. */
const profile = z
  .object({
    nickname: line(20),
    realname: line(50),
    gender: text(20),
    school: line(100),
    course: line(100),
    number: line(200),
    signature: text(65_535),
    cfUsername: text(255),
    github: link,
    blog: link,
  })
  .partial()

export type ProfileChange = z.input<typeof profile>

export const THEMES = ['light', 'dark'] as const

/** Preferences stored with the account; null means that of the device. */
const preferences = z.object({
  locale: z.enum(LOCALES).nullish(),
  theme: z.enum(THEMES).nullish(),
})

export type Preferences = z.input<typeof preferences>

/** Updates the viewer's account, and notifies their open pages. */
async function save(
  ctx: Context,
  data: Prisma.UserUpdateInput,
  version: number | null | undefined,
  alongside: (ctx: Context) => Promise<void> = async () => {},
): Promise<User> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return transact(ctx, async (ctx) => {
    const before = await lockOwn(ctx, id)
    expectVersion(before.version, version)
    await alongside(ctx)
    const user = await ctx.db.user.update({ where: { id }, data: { ...data, version: { increment: 1 } } })
    await emit(ctx, 'profile.changed', { userId: id })
    return user
  })
}

/** Changes the viewer's profile; omitted fields stay as they are, and empty ones are cleared. */
export function changeProfile(ctx: Context, change: ProfileChange, version?: number | null): Promise<User> {
  requireLogin(ctx)
  const given = Object.entries(checked(profile, change)).filter(([, value]) => value !== undefined)
  return save(ctx, Object.fromEntries(given.map(([name, value]) => [name, value || null])), version)
}

/** Sets the viewer's preferences; omitted fields stay as they are. */
export function changePreferences(ctx: Context, change: Preferences): Promise<User> {
  requireLogin(ctx)
  return save(ctx, checked(preferences, change), null)
}

/** Subject of file references of an account. */
export const subjectOfUser = (id: string): FileSubject => `User:${id}`

/** Sets the viewer's avatar. */
export async function changeAvatar(ctx: Context, picture: Upload): Promise<User> {
  requireLogin(ctx)
  const avatar = fileUrl(await keepFile(ctx, 'AVATAR', picture))
  const { id } = ctx.viewer
  return save(ctx, { avatar }, null, (ctx) => referTo(ctx, subjectOfUser(id), [avatar]))
}

/** Removes the viewer's avatar. */
export async function removeAvatar(ctx: Context): Promise<User> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return save(ctx, { avatar: null }, null, (ctx) => referTo(ctx, subjectOfUser(id), []))
}

/** The viewer's account, null for guests. */
export const findProfile = (ctx: Context): Promise<User | null> =>
  ctx.viewer ? ctx.db.user.findUnique({ where: { id: ctx.viewer.id } }) : Promise.resolve(null)

/** The viewer's account after each change, on any device. */
export function watchProfile(ctx: Context): Stream<User> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return watch(ctx, {
    concern: (event) =>
      (event.name === 'profile.changed' || event.name === 'reader.changed') && event.payload.userId === id
        ? { key: id, wait: 0 }
        : null,
    read: findProfile,
  })
}
