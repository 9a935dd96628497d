-- DropIndex
DROP INDEX "Submission_problemId_verdict_timeMs_idx";

-- CreateIndex
CREATE INDEX "Submission_state_id_idx" ON "Submission"("state", "id" DESC);

-- CreateIndex
CREATE INDEX "Submission_language_id_idx" ON "Submission"("language", "id" DESC);

-- CreateIndex
CREATE INDEX "Submission_problemId_verdict_timeMs_memoryKb_idx" ON "Submission"("problemId", "verdict", "timeMs", "memoryKb");

-- Rows that no tally has counted yet: few at any time, and part of every total. Prisma cannot declare it.
CREATE INDEX "Submission_unsettled_idx" ON "Submission"("problemId", "verdict", "countedVerdict")
  WHERE "countedVerdict" IS NULL OR "verdict" IS DISTINCT FROM "countedVerdict";
