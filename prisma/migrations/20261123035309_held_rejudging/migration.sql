-- CreateEnum
CREATE TYPE "RejudgingHold" AS ENUM ('WAITING', 'APPLIED', 'DROPPED');

-- AlterTable
ALTER TABLE "Rejudging" ADD COLUMN     "contestId" INTEGER,
ADD COLUMN     "decidedAt" TIMESTAMPTZ(3),
ADD COLUMN     "hold" "RejudgingHold";

-- CreateIndex
CREATE INDEX "Rejudging_contestId_idx" ON "Rejudging"("contestId");

-- AddForeignKey
ALTER TABLE "Rejudging" ADD CONSTRAINT "Rejudging_contestId_fkey" FOREIGN KEY ("contestId") REFERENCES "Contest"("id") ON DELETE SET NULL ON UPDATE CASCADE;
