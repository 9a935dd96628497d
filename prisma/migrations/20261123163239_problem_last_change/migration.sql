-- CreateEnum
CREATE TYPE "ProblemChange" AS ENUM ('NEW', 'TESTS', 'LIMITS', 'STATEMENT', 'SAMPLES', 'JUDGING', 'TAGS', 'DIFFICULTY');

-- AlterTable
ALTER TABLE "Problem" ADD COLUMN     "lastChange" "ProblemChange";
