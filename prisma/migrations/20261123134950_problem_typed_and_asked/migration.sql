-- AlterTable
ALTER TABLE "Problem" ADD COLUMN     "publishAskedAt" TIMESTAMPTZ(3),
ADD COLUMN     "typedCases" BOOLEAN NOT NULL DEFAULT false;
