import type { Reader } from './reader.ts'
import { type GroupRole, NO_GROUPS, type Viewer } from './viewer.ts'

/** Somebody's own was asked for where only an audience asks. */
export class PersonalRead extends Error {}

/** Equal for viewers who may the same, whoever they are. */
export const rightsText = (viewer: Viewer): string => viewer?.role ?? 'GUEST'

/** What reading somebody's own does where only an audience asks. */
export const personalRead =
  (onPersonal: () => void = () => {}) =>
  (): never => {
    onPersonal()
    throw new PersonalRead('an audience was asked who it is')
  }

/** The memberships of an audience: whoever asks about any asks who somebody is. */
class LentGroups extends Map<number, GroupRole> {
  readonly #personal: () => never

  constructor(personal: () => never) {
    super()
    this.#personal = personal
  }

  override get size(): number {
    return this.#personal()
  }

  override get(): never {
    return this.#personal()
  }

  override has(): never {
    return this.#personal()
  }

  override keys(): never {
    return this.#personal()
  }

  override values(): never {
    return this.#personal()
  }

  override entries(): never {
    return this.#personal()
  }

  override forEach(): never {
    return this.#personal()
  }

  override [Symbol.iterator](): never {
    return this.#personal()
  }
}

/** What a viewer may, without who it is. */
export function rightsOf(viewer: Viewer, personal = personalRead()): Viewer {
  if (!viewer) return null
  const { role, permissions } = viewer
  const lent: Viewer = {
    role,
    permissions,
    groups: new LentGroups(personal),
    get id() {
      return personal()
    },
    get username() {
      return personal()
    },
  }
  nobodys.set(lent, { role, permissions, groups: NO_GROUPS, id: '', username: '' })
  return lent
}

/** Rights that were lent, as somebody's to whom nothing belongs. */
const nobodys = new WeakMap<object, Viewer>()

/** Who asks for sight: an audience sees what all of it see, which is what somebody sees to whom nothing belongs. */
export const sightReader = (reader: Reader): Reader => {
  const nobody = reader.viewer && nobodys.get(reader.viewer)
  return nobody ? { ...reader, viewer: nobody } : reader
}

/** The audience of all for whom a rule of sight is the same filter; null where it depends on who somebody is. */
export function audienceOf(reader: Reader, sight: (reader: Reader) => object): string | null {
  try {
    return JSON.stringify(sight({ ...reader, viewer: rightsOf(reader.viewer) }))
  } catch (error) {
    if (error instanceof PersonalRead) return null
    throw error
  }
}
