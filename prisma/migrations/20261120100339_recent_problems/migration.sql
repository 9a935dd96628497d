-- DropIndex
DROP INDEX "Problem_visibility_createdAt_idx";

-- CreateIndex
CREATE INDEX "Problem_visibility_updatedAt_id_idx" ON "Problem"("visibility", "updatedAt" DESC, "id" DESC);
