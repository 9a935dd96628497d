import type { Contest } from '#prisma/generated/client.ts'
import type { GroupRole, Groups, SignedIn } from './viewer.ts'

/** Somebody's own was asked for where only an audience asks. */
export class PersonalRead extends Error {}

/** What all of an audience are in the places that it is of: null in a group they are not in. */
export type Standing = {
  groups: ReadonlyMap<number, GroupRole | null>
  contest: { id: Contest['id']; organises: boolean } | null
  /** Nothing that it is told is of one of them: each is told of rows of their own by themselves. */
  ownsNothing: boolean
}

export const NO_STANDING: Standing = { groups: new Map(), contest: null, ownsNothing: false }

/** What is done where an audience is asked what only one of it could answer: neither comes back. */
export type Asked = {
  /** Who it is, or all that it is in. */
  personal(): never
  /** What it is in a group that it is not of. */
  group(groupId: number): never
}

/** The groups of an audience: it answers for its own places alone. */
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

/** The viewer that an audience asks with: its rights, what it is in its places, and not who it is. */
export class Lent implements SignedIn {
  readonly role: SignedIn['role']
  readonly permissions: SignedIn['permissions']
  readonly groups: Groups
  readonly standing: Standing
  /** Somebody who is not in the audience while a row of theirs is told. */
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

  /** The audience without somebody. */
  without(userId: string): Lent {
    return new Lent(this, this.standing, this.#asked, userId)
  }

  /** The audience as if none of it were in another group than those that it is of. */
  nowhereElse(): Lent {
    return new Lent(this, this.standing, this.#asked, this.apart, rolesOf(this.standing))
  }

  /** Somebody of it to whom nothing belongs, who is in no other place. */
  nobody(): SignedIn {
    return new Nobody(this, this.standing)
  }
}

/** The groups of a standing that all of an audience are in. */
const rolesOf = ({ groups }: Standing): Groups =>
  new Map([...groups].filter((one): one is [number, GroupRole] => one[1] !== null))

/** Somebody of an audience to whom nothing belongs. */
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

/** Whether an audience organises a contest that it is of; undefined: that is for the rule to say. */
export function lentOrganiser(viewer: SignedIn, contestId: number): boolean | undefined {
  if (!(viewer instanceof Lent || viewer instanceof Nobody)) return undefined
  const { contest } = viewer.standing
  return contest?.id === contestId ? contest.organises : undefined
}

/** The contest that an audience organises; null: none, or it is no audience. */
export function lentContest(viewer: SignedIn): number | null {
  if (!(viewer instanceof Lent || viewer instanceof Nobody)) return null
  const { contest } = viewer.standing
  return contest?.organises ? contest.id : null
}

/** Whose rows are one's own among those of lists; nobody's for an audience that is told of none of theirs. */
export const ownerIn = (viewer: SignedIn): string =>
  viewer instanceof Lent && viewer.standing.ownsNothing ? '' : viewer.id
