-- AlterTable
ALTER TABLE "Language" ADD COLUMN     "ownTemplate" TEXT;
