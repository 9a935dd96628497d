-- AlterTable
ALTER TABLE "Participation" ADD COLUMN     "seat" TEXT;
