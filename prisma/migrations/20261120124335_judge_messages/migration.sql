-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "judgeMessage" TEXT,
ADD COLUMN     "transcript" JSONB;
