import { builder } from '../../builder.ts'
import { startArchive } from './startArchive.ts'

builder.mutationFields((t) => ({
  exportOwnData: t.prismaField({
    type: 'Operation',
    description: "Packs the viewer's own data into an archive, which only they download.",
    refuses: ['DATA_EXPORT_TOO_SOON'],
    resolve: async (query, _, __, ctx) => {
      const { id } = await startArchive(ctx)
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
