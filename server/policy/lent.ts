import type { Contest } from '#prisma/generated/client.ts'
import type { GroupRole, Groups, SignedIn } from './viewer.ts'

/** Thrown when a shared execution reads something of one person. */
export class PersonalRead extends Error {}

/** Roles of an audience in its places; null in a group it is not in. */
export type Standing = {
  groups: ReadonlyMap<number, GroupRole | null>
  contest: { id: Contest['id']; organises: boolean } | null
  /** Private training that all of them are registered for. */
  trainingId: number | null
  /** Rows of the members' own are sent to each separately. */
  ownsNothing: boolean
}

export const NO_STANDING: Standing = {
  groups: new Map(),
  contest: null,
  trainingId: null,
  ownsNothing: false,
}

/** Handlers for reads that a shared viewer cannot answer; both throw. */
export type Asked = {
  /** The user id, or all groups. */
  personal(): never
  /** The role in a group outside the audience's places. */
  group(groupId: number): never
}

/** Groups of a shared viewer: answers for its places alone. */
class LentGroups extends Map<number, GroupRole> implements Groups {
  readonly #known: Standing['groups']
  readonly #asked: Asked

  constructor(known: Standing['groups'], asked: Asked) {
    super()
    this.#known = known
    this.#asked = asked
  }

  override get(groupId: number): GroupRole | undefined {
    const role = this.#known.get(groupId)
    return role === undefined ? this.#asked.group(groupId) : (role ?? undefined)
  }

  override has(groupId: number): boolean {
    return this.get(groupId) !== undefined
  }

  override get size(): number {
    return this.#asked.personal()
  }

  override keys(): never {
    return this.#asked.personal()
  }

  override values(): never {
    return this.#asked.personal()
  }

  override entries(): never {
    return this.#asked.personal()
  }

  override forEach(): never {
    return this.#asked.personal()
  }

  override [Symbol.iterator](): never {
    return this.#asked.personal()
  }
}

/** Viewer of a shared execution: permissions and roles in its places, without a user id. */
export class Lent implements SignedIn {
  readonly role: SignedIn['role']
  readonly permissions: SignedIn['permissions']
  readonly groups: Groups
  readonly standing: Standing
  /** Owner of the row being sent, who is excluded from the audience. */
  readonly apart: string | null
  readonly #asked: Asked

  constructor(
    { role, permissions }: Pick<SignedIn, 'role' | 'permissions'>,
    standing: Standing,
    asked: Asked,
    apart: string | null = null,
    groups: Groups = new LentGroups(standing.groups, asked),
  ) {
    this.role = role
    this.permissions = permissions
    this.standing = standing
    this.groups = groups
    this.apart = apart
    this.#asked = asked
  }

  get id(): string {
    return this.#asked.personal()
  }

  get username(): string {
    return this.#asked.personal()
  }

  /** The same viewer without one user. */
  without(userId: string): Lent {
    return new Lent(this, this.standing, this.#asked, userId)
  }

  /** The same viewer, in no other groups than its places. */
  nowhereElse(): Lent {
    return new Lent(this, this.standing, this.#asked, this.apart, rolesOf(this.standing))
  }

  /** A member of the audience who owns nothing and is in no other place. */
  nobody(): SignedIn {
    return new Nobody(this, this.standing)
  }
}

/** Roles in the groups that the whole audience is in. */
const rolesOf = ({ groups }: Standing): Groups =>
  new Map([...groups].filter((one): one is [number, GroupRole] => one[1] !== null))

/** A member of an audience who owns nothing. */
class Nobody implements SignedIn {
  readonly id = ''
  readonly username = ''
  readonly role: SignedIn['role']
  readonly permissions: SignedIn['permissions']
  readonly groups: Groups
  readonly standing: Standing

  constructor({ role, permissions }: Pick<SignedIn, 'role' | 'permissions'>, standing: Standing) {
    this.role = role
    this.permissions = permissions
    this.standing = standing
    this.groups = rolesOf(standing)
  }
}

/** Whether an audience organises its contest; undefined: the rule has to decide. */
export function lentOrganiser(viewer: SignedIn, contestId: number): boolean | undefined {
  if (!(viewer instanceof Lent || viewer instanceof Nobody)) return undefined
  const { contest } = viewer.standing
  return contest?.id === contestId ? contest.organises : undefined
}

/** The contest an audience organises; null: none, or the viewer is not shared. */
export function lentContest(viewer: SignedIn): number | null {
  if (!(viewer instanceof Lent || viewer instanceof Nobody)) return null
  const { contest } = viewer.standing
  return contest?.organises ? contest.id : null
}

/** Whether a viewer is an audience whose members are all registered for a training. */
export const lentRegistered = (viewer: SignedIn, trainingId: number): boolean =>
  viewer instanceof Lent && viewer.standing.trainingId === trainingId

/** User id by which lists recognise own rows; empty for an audience whose own rows are sent separately. */
export const ownerIn = (viewer: SignedIn): string =>
  viewer instanceof Lent && viewer.standing.ownsNothing ? '' : viewer.id
