-- AlterTable
ALTER TABLE "Maker" ADD COLUMN     "files" JSONB NOT NULL DEFAULT '{}';
