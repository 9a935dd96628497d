import type { Reader } from './reader.ts'
import type { Viewer } from './viewer.ts'

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

/** What a viewer may, without who it is. */
export function rightsOf(viewer: Viewer, personal = personalRead()): Viewer {
  if (!viewer) return null
  const { role, permissions } = viewer
  const lent: Viewer = {
    role,
    permissions,
    get id() {
      return personal()
    },
    get username() {
      return personal()
    },
  }
  nobodys.set(lent, { role, permissions, id: '', username: '' })
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
