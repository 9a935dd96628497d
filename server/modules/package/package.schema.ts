import { createTranslator } from '#locales/translator.ts'
import { builder } from '../../builder.ts'
import { Refusal } from '../../core/errors.ts'
import { say } from '../../doors/asking.ts'
import { RefusalCodeEnum } from '../../enums.ts'
import { startExport } from './exportWork.ts'
import { importFolder } from './folderImport.ts'
import { POINTS_READINGS, WRITTEN_FORMATS } from './format.ts'
import { startImport } from './importWork.ts'
import { sayNotes } from './noteWords.ts'
import type { Note, PackageReport, ProblemReport } from './report.ts'

const FormatEnum = builder.enumType('PackageFormat', {
  description: 'Formats in which problems leave the site.',
  values: Object.fromEntries(
    WRITTEN_FORMATS.map((format) => [format.toUpperCase(), { value: format }]),
  ) as Record<'ICPC' | 'HOJ', { value: (typeof WRITTEN_FORMATS)[number] }>,
})

builder.prismaObjectFields('OperationLine', (t) => ({
  notes: t.stringList({
    description: 'What was understood, converted and left out of a problem of a package, in words.',
    select: { notes: true },
    resolve: ({ notes }, _, ctx) =>
      sayNotes(notes as unknown as Note[], ctx.locale).map((line) => line.trim()),
  }),
}))

const PointsEnum = builder.enumType('PointsReading', {
  description: 'How the points of scoring packages in the legacy format of Kattis are read.',
  values: {
    CASE: {
      value: POINTS_READINGS[0],
      description: 'accept_score counts for each case, as the format says.',
    },
    GROUP: {
      value: POINTS_READINGS[1],
      description: 'accept_score counts once for a group, as in DOMjudge.',
    },
  },
})

const ImportInput = builder.inputType('ImportPackageInput', {
  description: 'A package that was uploaded.',
  fields: (t) => ({
    file: t.string({ required: true, description: 'What the upload answered.' }),
    publish: t.boolean({
      description: 'Whether everybody sees its problems at once; for those who may publish.',
    }),
    points: t.field({
      type: PointsEnum,
      description: 'Left out: what fits the scores that solutions declare, else what is likelier.',
    }),
  }),
})

const FolderInput = builder.inputType('ImportFolderInput', {
  description: 'The files of an upload that are a problem package.',
  fields: (t) => ({
    upload: t.string({ required: true, description: 'Number of the upload.' }),
    points: t.field({ type: PointsEnum, description: 'As in ImportPackageInput.' }),
  }),
})

const ImportedProblem = builder.objectRef<ProblemReport>('ImportedProblem').implement({
  description: 'What became of one problem of a package.',
  fields: (t) => ({
    path: t.exposeString('at', { description: 'Where it lies in the package; empty: it is all of it.' }),
    title: t.exposeString('title', { nullable: true, description: 'Null where it cannot be read.' }),
    problem: t.prismaField({
      type: 'Problem',
      nullable: true,
      description: 'The problem it became; null where it was refused.',
      resolve: (query, { displayId }, _, ctx) =>
        displayId === null ? null : ctx.db.problem.findUnique({ ...query, where: { displayId } }),
    }),
    code: t.field({
      type: RefusalCodeEnum,
      nullable: true,
      description: 'Why it was refused; null when it came in.',
      resolve: ({ refusal }) => refusal?.code ?? null,
    }),
    message: t.string({
      nullable: true,
      description: "Refusal in the viewer's language.",
      resolve: ({ refusal }, _, ctx) =>
        refusal && say(ctx.locale, new Refusal(refusal.code, refusal.parameters)),
    }),
    notes: t.stringList({
      description: 'What was understood, converted and left out, in words.',
      resolve: ({ notes }, _, ctx) => sayNotes(notes, ctx.locale).map((line) => line.trim()),
    }),
  }),
})

const ReportType = builder.objectRef<PackageReport>('PackageReport').implement({
  description: 'What became of a package.',
  fields: (t) => ({
    format: t.string({
      description: 'Name of its format.',
      resolve: ({ format }, _, ctx) => createTranslator(ctx.locale)(`package:format.${format}`),
    }),
    problems: t.expose('problems', { type: [ImportedProblem], description: 'Its problems.' }),
  }),
})

const ExportInput = builder.inputType('ExportProblemsInput', {
  description: 'Problems to write into one archive.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, description: 'The problems, at most 500.' }),
    format: t.field({ type: FormatEnum, required: true, description: 'As what.' }),
  }),
})

builder.mutationFields((t) => ({
  importPackage: t.prismaField({
    type: 'Operation',
    description: 'Takes in every problem of a package, one after another.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'PACKAGE_UNKNOWN', 'PACKAGE_NO_ZIP', 'PACKAGE_TOO_LARGE'],
    args: { input: t.arg({ type: ImportInput, required: true }) },
    resolve: async (query, _, { input: { file, publish, points } }, ctx) => {
      const { id } = await startImport(ctx, file, { publish: publish ?? false, points: points ?? null })
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  importFolder: t.field({
    type: ReportType,
    description: 'Imports the package that the files of an upload are; its problems are hidden.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'PACKAGE_UNKNOWN', 'PACKAGE_TOO_LARGE'],
    args: { input: t.arg({ type: FolderInput, required: true }) },
    resolve: (_, { input: { upload, points } }, ctx) => importFolder(ctx, upload, { points: points ?? null }),
  }),
  exportProblems: t.prismaField({
    type: 'Operation',
    description: 'Writes problems into one archive, which its maker fetches in the end.',
    refuses: ['FORBIDDEN', 'NOTHING_TO_EXPORT', 'INVALID_INPUT'],
    args: { input: t.arg({ type: ExportInput, required: true }) },
    resolve: async (query, _, { input: { ids, format } }, ctx) => {
      const numbers = ids.map(({ typename, id }) => (typename === 'Problem' && Number(id)) || 0)
      const { id } = await startExport(ctx, numbers, format)
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
