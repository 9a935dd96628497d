import type { Cell } from '#server/shared/board/row.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import type { Context } from '../../context.ts'
import { pageOf } from '../../pageByOffset.ts'
import { BOARD_VIEWS } from '../../policy/contest.ts'
import { enter } from '../../venue.ts'
import { CONTEST } from '../contest/contest.ts'
import { usernameKeyOf } from '../user/username.ts'
import type { PatchText } from './publication.ts'
import { type BoardChange, watchBoard, watchStandings } from './published.ts'
import { canReveal } from './reveal.ts'
import { type BoardWish, type StandingRow, type Standings, standingsOf } from './scoreboard.ts'

type ShownCell = Cell & { displayId: string; isFirst: boolean }

const CellType = builder.objectRef<ShownCell>('ScoreboardCell').implement({
  description: 'Cell of a scoreboard: one user and one problem.',
  fields: (t) => ({
    displayId: t.exposeString('displayId', { description: 'Label of the problem.' }),
    solvedAtSecond: t.exposeInt('solvedAt', {
      nullable: true,
      description: 'When it was solved, in seconds since the start; null: not solved, or scored contest.',
    }),
    isFirst: t.exposeBoolean('isFirst', { description: 'Whether it is the first solution of the problem.' }),
    wrongTries: t.exposeInt('wrong', { description: 'Penalized tries before it was solved.' }),
    sealedTries: t.exposeInt('pending', { description: 'Tries hidden by the freeze.' }),
    isLate: t.exposeBoolean('late', { description: 'Whether it was submitted after the end.' }),
    score: t.exposeInt('gain', { description: 'OI: score. ACM: 1 when solved.' }),
    timeMs: t.exposeInt('timeMs', {
      nullable: true,
      description: 'Run time of the counted submission, if accepted.',
    }),
  }),
})

type ShownRow = { row: StandingRow; standings: Standings }

const cellsOf = ({ row, standings }: ShownRow): ShownCell[] =>
  standings.problems.flatMap(({ problemId, displayId }) => {
    const cell = row.cells.get(problemId)
    if (!cell) return []
    const isSolved = cell.solvedAt !== null && !cell.late && !row.isDisqualified
    return [{ ...cell, displayId, isFirst: isSolved && cell.solvedAt === standings.firsts.get(problemId) }]
  })

const RowType = builder.objectRef<ShownRow>('ScoreboardRow').implement({
  description: 'A row of a scoreboard.',
  fields: (t) => ({
    rank: t.int({
      nullable: true,
      description: 'Rank; null for unranked rows: starred and disqualified participants.',
      resolve: ({ row }) => row.rank,
    }),
    username: t.string({ description: 'Owner.', resolve: ({ row }) => row.person.username }),
    user: t.prismaField({
      type: 'User',
      ...nullUnlessSeen('user', ({ row }: ShownRow) => row.userId),
      description: 'User; null when the account was deleted.',
      resolve: (query, { row }, _, ctx) => ctx.db.user.findUnique({ ...query, where: { id: row.userId } }),
    }),
    name: t.string({ description: 'Shown name.', resolve: ({ row }) => row.name }),
    school: t.string({
      nullable: true,
      description: 'School.',
      resolve: ({ row }) => row.person.school,
    }),
    avatar: t.string({
      nullable: true,
      description: 'Path of the avatar on this site.',
      resolve: ({ row }) => row.person.avatar,
    }),
    isStar: t.boolean({
      description: 'Whether they are starred: unranked.',
      resolve: ({ row }) => row.isStar,
    }),
    isDisqualified: t.boolean({
      description: 'Whether they are disqualified; only organisers see such rows.',
      resolve: ({ row }) => row.isDisqualified,
    }),
    awardName: t.string({
      nullable: true,
      description: 'Award tier.',
      resolve: ({ row }) => row.award?.name ?? null,
    }),
    total: t.int({ description: 'ACM: solved problems. OI: score.', resolve: ({ row }) => row.gain }),
    cost: t.float({
      description: 'ACM: penalty in seconds. OI: run time in milliseconds.',
      resolve: ({ row }) => row.cost,
    }),
    tries: t.int({ description: 'Number of judged submissions.', resolve: ({ row }) => row.tries }),
    cells: t.field({
      type: [CellType],
      description: 'Cells of tried problems, in problem order.',
      resolve: cellsOf,
    }),
  }),
})

const ScoreboardType = builder.objectRef<Standings>('Scoreboard').implement({
  description: 'Scoreboard of a contest as the viewer may see it.',
  fields: (t) => ({
    isSealed: t.exposeBoolean('isSealed', {
      description: 'Whether outcomes since the freeze are hidden.',
    }),
    rows: t.connection(
      {
        type: RowType,
        description: 'Rows, best first.',
        args: { offset: t.arg.int() },
        resolve: async (standings, page) => {
          const found = await pageOf(page, standings.rows)
          const shown = ({ cursor, node }: (typeof found.edges)[number]) => ({
            cursor,
            node: { row: node, standings },
          })
          return { ...found, edges: found.edges.map(shown) }
        },
      },
      { name: 'ScoreboardRowConnection', fields: (t) => ({ totalCount: t.exposeInt('totalCount') }) },
      { name: 'ScoreboardRowEdge' },
    ),
  }),
})

async function boardOf(ctx: Context, id: number, unsealed: boolean, wish: BoardWish): Promise<Standings> {
  const contest = await enter(ctx, CONTEST, id, 'board')
  return standingsOf({ ...ctx, unsealed }, contest, wish)
}

builder.prismaObjectFields('Contest', (t) => ({
  canReveal: t.boolean({
    description: 'Whether the viewer may watch the resolver: ended ACM contests that were frozen.',
    select: { id: true },
    resolve: ({ id }, _, ctx) => canReveal(ctx, id),
  }),
  scoreboard: t.field({
    type: ScoreboardType,
    nullable: true,
    description: 'Scoreboard; for viewers who may enter the contest, or for everyone when it is public.',
    args: {
      late: t.arg.boolean({ description: 'Include submissions after the end.' }),
      withoutStars: t.arg.boolean({ description: 'Leave out unranked participants.' }),
      unsealed: t.arg.boolean({ description: 'Show what the freeze hides; for organisers.' }),
      keyword: t.arg.string({ description: 'Part of the shown name or the school.' }),
    },
    resolve: (contest, { unsealed, ...wish }, ctx) => boardOf(ctx, contest.id, unsealed ?? false, wish),
  }),
  standing: t.field({
    type: RowType,
    nullable: true,
    description: 'Row of a user; null when there is none.',
    args: {
      username: t.arg.string({ required: true, description: 'Username, case-insensitive.' }),
      late: t.arg.boolean({ description: 'Include submissions after the end.' }),
      unsealed: t.arg.boolean({ description: 'Show what the freeze hides; for organisers.' }),
    },
    resolve: async (contest, { username, unsealed, late }, ctx) => {
      const standings = await boardOf(ctx, contest.id, unsealed ?? false, { late })
      const key = usernameKeyOf(username)
      const row = standings.rows.find(({ person }) => usernameKeyOf(person.username) === key)
      return row ? { row, standings } : null
    },
  }),
}))

const BoardViewEnum = builder.enumType('ScoreboardView', {
  description:
    'PUBLIC: what everyone sees. JURY: with real names and disqualified participants. JURY_OPEN: also without the freeze.',
  values: BOARD_VIEWS,
})

const ChangeType = builder.objectRef<BoardChange>('ScoreboardChange').implement({
  description: 'A change of a view of a scoreboard.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'New version. Equal boards have equal versions.' }),
    rows: t.field({
      type: [RowType],
      nullable: true,
      description:
        'Changed rows, best first; ranks of rows between them may have changed too. Null: load the scoreboard again.',
      resolve: ({ rows, standings }) => rows?.map((row) => ({ row, standings })) ?? null,
    }),
    goneUsernames: t.stringList({
      description: 'Usernames of removed rows, and former ones of renamed users.',
      resolve: ({ gone }) => [...gone],
    }),
  }),
})

const PatchType = builder.objectRef<PatchText>('ScoreboardPatch').implement({
  description: 'A compressed change of a view of a scoreboard. Equal boards have equal versions.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'Version before.' }),
    version: t.exposeString('version', { description: 'Version after.' }),
    changes: t.exposeString('changes', {
      nullable: true,
      description:
        'JSON: changed rows in the format of /api/contest-scoreboard, ids of removed ones, and the head if it changed. Null: load the board there again.',
    }),
  }),
})

builder.subscriptionFields((t) => ({
  scoreboardChanged: t.field({
    type: ChangeType,
    description: 'A view of a scoreboard: its current version, then its changed rows.',
    args: {
      number: t.arg.int({ required: true, description: 'Contest number.' }),
      view: t.arg({ type: BoardViewEnum, required: true, description: 'Audience.' }),
      late: t.arg.boolean({ description: 'Include submissions after the end.' }),
    },
    subscribe: (_, { number, view, late }, ctx) => watchStandings(ctx, number, { view, late: late ?? false }),
    resolve: (change) => change,
  }),
  scoreboardPatches: t.field({
    type: PatchType,
    description:
      'The same, compressed, for clients that hold the whole board of /api/contest-scoreboard, such as our own page.',
    args: {
      number: t.arg.int({ required: true, description: 'Contest number.' }),
      view: t.arg({ type: BoardViewEnum, required: true, description: 'Audience.' }),
      late: t.arg.boolean({ description: 'Include submissions after the end.' }),
    },
    subscribe: (_, { number, view, late }, ctx) => watchBoard(ctx, number, { view, late: late ?? false }),
    resolve: (patch) => patch,
  }),
}))
