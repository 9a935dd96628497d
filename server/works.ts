import { archiveWork } from './modules/archive/startArchive.ts'
import { contestRemovalWork } from './modules/contest/organising/removal.ts'
import { rejudgingWork } from './modules/judging/rejudgingWork.ts'
import type { Works } from './modules/operation/operation.ts'
import { problemExportWork } from './modules/package/exportWork.ts'
import { problemImportWork } from './modules/package/importWork.ts'
import { bankImportWork } from './modules/remote/importWork.ts'
import { similarityWork } from './modules/similarity/checking.ts'
import { generationWork, importWork } from './modules/user/creation/accountDrafts.ts'

/** Handlers by kind of operation (modules/operation/operation.ts). */
export const works: Works = {
  REJUDGING: rejudgingWork,
  SINGLE_REJUDGING: rejudgingWork,
  USER_GENERATION: generationWork,
  USER_IMPORT: importWork,
  PROBLEM_IMPORT: problemImportWork,
  BANK_IMPORT: bankImportWork,
  CONTEST_REMOVAL: contestRemovalWork,
  PROBLEM_EXPORT: problemExportWork,
  SIMILARITY_CHECK: similarityWork,
  DATA_EXPORT: archiveWork,
}
