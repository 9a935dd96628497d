import { z } from 'zod'
import type { User } from '#prisma/generated/client.ts'
import {
  EDITOR_FONT_SIZES,
  EDITOR_TAB_SIZES,
  EDITOR_THEMES,
  RECENT_LANGUAGES,
} from '#server/shared/editorChoices.ts'
import { type Context, requireLogin } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { emit, transact } from '../../events.ts'

/** Key of a language. Languages come and go, so the editor ignores unknown ones. */
const language = z.string().regex(/^[\w.+#-]{1,50}$/)

const choices = z
  .object({
    theme: z.enum(EDITOR_THEMES),
    fontSize: z.literal([...EDITOR_FONT_SIZES]),
    tabSize: z.literal([...EDITOR_TAB_SIZES]),
    language,
    /** Languages used last, latest first. */
    recent: z.array(language).max(RECENT_LANGUAGES),
    /** Whether a dialog tells the verdict of a submission whose result is out of sight. */
    dialog: z.boolean(),
  })
  .partial()

export type EditorChoices = z.output<typeof choices>

/** Editor choices of an account; null when it has none yet. */
export function editorChoicesOf({ editor }: Pick<User, 'editor'>): EditorChoices | null {
  const read = choices.safeParse(editor)
  return read.success ? read.data : null
}

/**
 * Sets editor choices of the viewer; omitted fields stay as they are. The version of the profile stays too,
 * so that a changed font size never conflicts with an open form.
 */
export async function changeEditorChoices(ctx: Context, change: z.input<typeof choices>): Promise<User> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  const given = JSON.stringify(checked(choices, change))
  return transact(ctx, async (ctx) => {
    await ctx.db.$executeRaw`
      update "User" set "editor" = coalesce("editor", '{}') || ${given}::jsonb where "id" = ${id}`
    await emit(ctx, 'profile.changed', { userId: id })
    return ctx.db.user.findUniqueOrThrow({ where: { id } })
  })
}
