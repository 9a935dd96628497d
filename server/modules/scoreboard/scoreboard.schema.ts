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
  description: 'What a scoreboard shows of one person and one problem.',
  fields: (t) => ({
    displayId: t.exposeString('displayId', { description: 'Label of the problem.' }),
    solvedAtSecond: t.exposeInt('solvedAt', {
      nullable: true,
      description: 'When it was solved, in seconds since the start; null: not, or where scores count.',
    }),
    isFirst: t.exposeBoolean('isFirst', { description: 'Whether nobody solved it before.' }),
    wrongTries: t.exposeInt('wrong', { description: 'Tries that cost a penalty, before it was solved.' }),
    sealedTries: t.exposeInt('pending', { description: 'Tries whose outcome is sealed.' }),
    isLate: t.exposeBoolean('late', { description: 'Whether it was sent after the end.' }),
    score: t.exposeInt('gain', { description: 'OI: its score. ACM: 1 when it is solved.' }),
    timeMs: t.exposeInt('timeMs', {
      nullable: true,
      description: 'Run time of what counts, where it was accepted.',
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
  description: 'One line of a scoreboard.',
  fields: (t) => ({
    rank: t.int({
      nullable: true,
      description: 'Null of those who are not ranked: stars and the disqualified.',
      resolve: ({ row }) => row.rank,
    }),
    username: t.string({ description: 'Owner.', resolve: ({ row }) => row.person.username }),
    user: t.prismaField({
      type: 'User',
      ...nullUnlessSeen('user', ({ row }: ShownRow) => row.userId),
      description: 'Their account; null for one that is gone.',
      resolve: (query, { row }, _, ctx) => ctx.db.user.findUnique({ ...query, where: { id: row.userId } }),
    }),
    name: t.string({ description: 'What the contest shows of them.', resolve: ({ row }) => row.name }),
    school: t.string({
      nullable: true,
      description: 'Their school.',
      resolve: ({ row }) => row.person.school,
    }),
    avatar: t.string({
      nullable: true,
      description: 'Path of a picture on this site.',
      resolve: ({ row }) => row.person.avatar,
    }),
    isStar: t.boolean({ description: 'Takes part without being ranked.', resolve: ({ row }) => row.isStar }),
    isDisqualified: t.boolean({
      description: 'Only organisers see such rows.',
      resolve: ({ row }) => row.isDisqualified,
    }),
    awardName: t.string({
      nullable: true,
      description: 'The tier of awards that it is in.',
      resolve: ({ row }) => row.award?.name ?? null,
    }),
    total: t.int({ description: 'ACM: problems solved. OI: score.', resolve: ({ row }) => row.gain }),
    cost: t.float({
      description: 'ACM: penalty in seconds. OI: run time in milliseconds.',
      resolve: ({ row }) => row.cost,
    }),
    tries: t.int({ description: 'Submissions that were judged.', resolve: ({ row }) => row.tries }),
    cells: t.field({
      type: [CellType],
      description: 'Of the problems that they have tried, in the order of the problems.',
      resolve: cellsOf,
    }),
  }),
})

const ScoreboardType = builder.objectRef<Standings>('Scoreboard').implement({
  description: 'The scoreboard of a contest as the viewer may see it.',
  fields: (t) => ({
    isSealed: t.exposeBoolean('isSealed', {
      description: 'Whether outcomes from the freeze on are left out.',
    }),
    rows: t.connection(
      {
        type: RowType,
        description: 'Its rows, best first.',
        args: { offset: t.arg.int() },
        resolve: async (standings, page) => {
          const found = await pageOf(page, standings.rows)
          const shown = ({ cursor, node }: (typeof found.edges)[number]) => ({
            ...{ cursor, node: { row: node, standings } },
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
    description: 'Whether the viewer may watch its final reveal: ACM contests that were sealed and are over.',
    select: { id: true },
    resolve: ({ id }, _, ctx) => canReveal(ctx, id),
  }),
  scoreboard: t.field({
    type: ScoreboardType,
    nullable: true,
    description: 'For those who may look into it, or for everybody where it is open.',
    args: {
      late: t.arg.boolean({ description: 'With what was sent after the end.' }),
      withoutStars: t.arg.boolean({ description: 'Without those who are not ranked.' }),
      unsealed: t.arg.boolean({ description: 'An organiser asks for what the seal hides.' }),
      keyword: t.arg.string({ description: 'Part of the shown name or of the school.' }),
    },
    resolve: (contest, { unsealed, ...wish }, ctx) => boardOf(ctx, contest.id, unsealed ?? false, wish),
  }),
  standing: t.field({
    type: RowType,
    nullable: true,
    description: "Somebody's row of the scoreboard; null when there is none.",
    args: {
      username: t.arg.string({ required: true, description: 'User name, in any case.' }),
      late: t.arg.boolean({ description: 'With what was sent after the end.' }),
      unsealed: t.arg.boolean({ description: 'An organiser asks for what the seal hides.' }),
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
    'PUBLIC: what all see. JURY: with real names and the disqualified. JURY_OPEN: and with what the seal hides.',
  values: BOARD_VIEWS,
})

const ChangeType = builder.objectRef<BoardChange>('ScoreboardChange').implement({
  description: 'What became of a view of a scoreboard.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Its version now. Equal boards have equal versions.' }),
    rows: t.field({
      type: [RowType],
      nullable: true,
      description:
        'Rows that changed, best first; ranks of rows between them may have moved too. Null: read the scoreboard again.',
      resolve: ({ rows, standings }) => rows?.map((row) => ({ row, standings })) ?? null,
    }),
    goneUsernames: t.stringList({
      description: 'User names of those whose rows are gone.',
      resolve: ({ gone }) => [...gone],
    }),
  }),
})

const PatchType = builder.objectRef<PatchText>('ScoreboardPatch').implement({
  description: 'A packed change of a view of a scoreboard. Equal boards have equal versions.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The version that it leads on from.' }),
    version: t.exposeString('version', { description: 'The version that it leads to.' }),
    changes: t.exposeString('changes', {
      nullable: true,
      description:
        'JSON: rows as they are now, as /api/contest-scoreboard has them, the ids of those that are gone, and the head where it changed. Null: the board is to be read there again.',
    }),
  }),
})

builder.subscriptionFields((t) => ({
  scoreboardChanged: t.field({
    type: ChangeType,
    description: 'The present version of a view of a scoreboard, and then the rows that change.',
    args: {
      number: t.arg.int({ required: true, description: 'Contest number.' }),
      view: t.arg({ type: BoardViewEnum, required: true, description: 'Who it is for.' }),
      late: t.arg.boolean({ description: 'With what was sent after the end.' }),
    },
    subscribe: (_, { number, view, late }, ctx) => watchStandings(ctx, number, { view, late: late ?? false }),
    resolve: (change) => change,
  }),
  scoreboardPatches: t.field({
    type: PatchType,
    description:
      'The same packed, for programs that keep the whole board of /api/contest-scoreboard, as our own page does.',
    args: {
      number: t.arg.int({ required: true, description: 'Contest number.' }),
      view: t.arg({ type: BoardViewEnum, required: true, description: 'Who it is for.' }),
      late: t.arg.boolean({ description: 'With what was sent after the end.' }),
    },
    subscribe: (_, { number, view, late }, ctx) => watchBoard(ctx, number, { view, late: late ?? false }),
    resolve: (patch) => patch,
  }),
}))
