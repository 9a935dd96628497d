-- AlterTable
ALTER TABLE "JudgeHost" ADD COLUMN     "reason" TEXT;
