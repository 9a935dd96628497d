-- DropIndex
DROP INDEX "Submission_language_id_idx";

-- DropIndex
DROP INDEX "Submission_verdict_id_idx";

-- CreateIndex
CREATE INDEX "Submission_id_problemId_idx" ON "Submission"("id" DESC, "problemId");

-- CreateIndex
CREATE INDEX "Submission_verdict_id_problemId_idx" ON "Submission"("verdict", "id" DESC, "problemId");

-- CreateIndex
CREATE INDEX "Submission_language_id_problemId_idx" ON "Submission"("language", "id" DESC, "problemId");
