-- AlterTable
ALTER TABLE "Language" ADD COLUMN     "ownName" TEXT,
ADD COLUMN     "ownRank" INTEGER;
