-- AlterTable
ALTER TABLE "User" ADD COLUMN     "editor" JSONB;
