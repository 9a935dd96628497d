-- AlterTable
ALTER TABLE "Contest" ADD COLUMN     "removedAt" TIMESTAMPTZ(3);
