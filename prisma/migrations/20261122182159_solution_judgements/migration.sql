-- AlterTable
ALTER TABLE "Judgement" ALTER COLUMN "submissionId" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Solution" ADD COLUMN     "judgementId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Solution_judgementId_key" ON "Solution"("judgementId");

-- AddForeignKey
ALTER TABLE "Solution" ADD CONSTRAINT "Solution_judgementId_fkey" FOREIGN KEY ("judgementId") REFERENCES "Judgement"("id") ON DELETE SET NULL ON UPDATE CASCADE;
