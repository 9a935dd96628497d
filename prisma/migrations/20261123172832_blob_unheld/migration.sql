-- DropIndex
DROP INDEX "Blob_keptAt_idx";

-- AlterTable
ALTER TABLE "Blob" DROP COLUMN "keptAt",
ADD COLUMN     "unheldAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Blob_unheldAt_idx" ON "Blob"("unheldAt");
