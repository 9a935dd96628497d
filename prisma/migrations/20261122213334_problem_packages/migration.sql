-- AlterEnum
ALTER TYPE "FileUse" ADD VALUE 'PACKAGE';

-- AlterTable
ALTER TABLE "OperationLine" ADD COLUMN     "notes" JSONB NOT NULL DEFAULT '[]';
