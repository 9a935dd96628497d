-- DropIndex
DROP INDEX "Problem_testsetId_key";

-- CreateIndex
CREATE INDEX "Problem_testsetId_idx" ON "Problem"("testsetId");
