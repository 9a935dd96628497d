import { createTranslator } from '#locales/translator.ts'
import { builder } from '../../builder.ts'
import { Refusal } from '../../core/errors.ts'
import { say } from '../../doors/asking.ts'
import { RefusalCodeEnum } from '../../enums.ts'
import type { OperationInput } from '../operation/operation.ts'
import { startExport } from './exportWork.ts'
import { importFolder } from './folderImport.ts'
import { POINTS_READINGS, WRITTEN_FORMATS } from './format.ts'
import { startImport } from './importWork.ts'
import { sayNotes } from './noteWords.ts'
import type { Note, PackageReport, ProblemReport } from './report.ts'

const FormatEnum = builder.enumType('PackageFormat', {
  description: 'Export formats.',
  values: Object.fromEntries(
    WRITTEN_FORMATS.map((format) => [format.toUpperCase(), { value: format }]),
  ) as Record<'ICPC' | 'HOJ', { value: (typeof WRITTEN_FORMATS)[number] }>,
})

builder.prismaObjectFields('OperationLine', (t) => ({
  notes: t.stringList({
    description: 'Notes on a problem of a package: what was understood, converted and left out.',
    select: { notes: true },
    resolve: ({ notes }, _, ctx) =>
      sayNotes(notes as unknown as Note[], ctx.locale).map((line) => line.trim()),
  }),
}))

builder.prismaObjectField('Operation', 'packageName', (t) =>
  t.string({
    nullable: true,
    description: 'Name of the imported file; null for operations of other kinds.',
    select: { kind: true, input: true },
    resolve: ({ kind, input }) =>
      kind === 'PROBLEM_IMPORT' ? ((input as OperationInput<'PROBLEM_IMPORT'>).name ?? null) : null,
  }),
)

const PointsEnum = builder.enumType('PointsReading', {
  description: 'Reading of points in legacy Kattis scoring packages.',
  values: {
    CASE: {
      value: POINTS_READINGS[0],
      description: 'accept_score counts per case, as in the specification.',
    },
    GROUP: {
      value: POINTS_READINGS[1],
      description: 'accept_score counts once per group, as in DOMjudge.',
    },
  },
})

const ImportInput = builder.inputType('ImportPackageInput', {
  description: 'An uploaded package to import.',
  fields: (t) => ({
    file: t.string({ required: true, description: 'File id that the upload returned.' }),
    publish: t.boolean({
      description: 'Whether to publish its problems; for viewers who may publish.',
    }),
    points: t.field({
      type: PointsEnum,
      description: 'Default: the reading that fits the declared scores of solutions, else the likelier one.',
    }),
  }),
})

const FolderInput = builder.inputType('ImportFolderInput', {
  description: 'An upload whose files are a problem package.',
  fields: (t) => ({
    upload: t.string({ required: true, description: 'Number of the upload.' }),
    points: t.field({ type: PointsEnum, description: 'As in ImportPackageInput.' }),
  }),
})

const ImportedProblem = builder.objectRef<ProblemReport>('ImportedProblem').implement({
  description: 'Result of importing one problem of a package.',
  fields: (t) => ({
    path: t.exposeString('at', { description: 'Its path in the package; empty: the whole package.' }),
    title: t.exposeString('title', { nullable: true, description: 'Title; null when it cannot be read.' }),
    problem: t.prismaField({
      type: 'Problem',
      nullable: true,
      description: 'Created problem; null when it was refused.',
      resolve: (query, { displayId }, _, ctx) =>
        displayId === null ? null : ctx.db.problem.findUnique({ ...query, where: { displayId } }),
    }),
    code: t.field({
      type: RefusalCodeEnum,
      nullable: true,
      description: 'Refusal; null on success.',
      resolve: ({ refusal }) => refusal?.code ?? null,
    }),
    message: t.string({
      nullable: true,
      description: "Refusal in the viewer's language.",
      resolve: ({ refusal }, _, ctx) =>
        refusal && say(ctx.locale, new Refusal(refusal.code, refusal.parameters)),
    }),
    notes: t.stringList({
      description: 'Notes: what was understood, converted and left out.',
      resolve: ({ notes }, _, ctx) => sayNotes(notes, ctx.locale).map((line) => line.trim()),
    }),
  }),
})

const ReportType = builder.objectRef<PackageReport>('PackageReport').implement({
  description: 'Result of importing a package.',
  fields: (t) => ({
    format: t.string({
      description: 'Format name.',
      resolve: ({ format }, _, ctx) => createTranslator(ctx.locale)(`package:format.${format}`),
    }),
    problems: t.expose('problems', { type: [ImportedProblem], description: 'Results by problem.' }),
  }),
})

const ExportInput = builder.inputType('ExportProblemsInput', {
  description: 'Problems to export to one archive.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, description: 'The problems, at most 500.' }),
    format: t.field({ type: FormatEnum, required: true, description: 'Format.' }),
  }),
})

builder.mutationFields((t) => ({
  importPackage: t.prismaField({
    type: 'Operation',
    description: 'Imports all problems of a package, one after another.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'PACKAGE_UNKNOWN', 'PACKAGE_NO_ZIP', 'PACKAGE_TOO_LARGE'],
    args: { input: t.arg({ type: ImportInput, required: true }) },
    resolve: async (query, _, { input: { file, publish, points } }, ctx) => {
      const { id } = await startImport(ctx, file, { publish: publish ?? false, points: points ?? null })
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  importFolder: t.field({
    type: ReportType,
    description: 'Imports an uploaded folder that is a problem package; its problems are hidden.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'PACKAGE_UNKNOWN', 'PACKAGE_TOO_LARGE'],
    args: { input: t.arg({ type: FolderInput, required: true }) },
    resolve: (_, { input: { upload, points } }, ctx) => importFolder(ctx, upload, { points: points ?? null }),
  }),
  exportProblems: t.prismaField({
    type: 'Operation',
    description: 'Exports problems to one archive, which the owner of the operation downloads.',
    refuses: ['FORBIDDEN', 'NOTHING_TO_EXPORT', 'INVALID_INPUT'],
    args: { input: t.arg({ type: ExportInput, required: true }) },
    resolve: async (query, _, { input: { ids, format } }, ctx) => {
      const numbers = ids.map(({ typename, id }) => (typename === 'Problem' && Number(id)) || 0)
      const { id } = await startExport(ctx, numbers, format)
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
