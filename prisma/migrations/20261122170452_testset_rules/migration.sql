-- AlterTable
ALTER TABLE "Judgement" ADD COLUMN     "testsetId" INTEGER;

-- AlterTable
ALTER TABLE "Testset" ADD COLUMN     "createdById" TEXT,
ADD COLUMN     "rules" JSONB;

-- AddForeignKey: no version has a maker yet, so there is nothing to look through.
ALTER TABLE "Testset" ADD CONSTRAINT "Testset_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What is known of the versions there are is how their problems are judged now.
UPDATE "Testset" t SET "rules" = jsonb_build_object(
  'scoring', p."scoring", 'caseMode', p."caseMode", 'timeMs', p."timeMs", 'memoryMb', p."memoryMb",
  'stackMb', p."stackMb", 'outputBytes', p."outputBytes", 'checker', p."checker", 'interactor', p."interactor",
  'judgeFiles', p."judgeFiles", 'fileIo', p."fileIo")
FROM "Problem" p WHERE p."id" = t."problemId";
