-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "errorHead" TEXT;
