-- CreateEnum
CREATE TYPE "ContestAccess" AS ENUM ('PUBLIC', 'PRIVATE', 'PROTECTED');

-- CreateEnum
CREATE TYPE "OiScoring" AS ENUM ('RECENT', 'HIGHEST');

-- CreateEnum
CREATE TYPE "ShownName" AS ENUM ('USERNAME', 'NICKNAME', 'REALNAME');

-- CreateEnum
CREATE TYPE "AwardKind" AS ENUM ('NONE', 'PERCENTAGE', 'COUNT');

-- AlterTable
ALTER TABLE "Contest" ADD COLUMN     "access" "ContestAccess" NOT NULL DEFAULT 'PUBLIC',
ADD COLUMN     "accountRule" TEXT,
ADD COLUMN     "awardKind" "AwardKind" NOT NULL DEFAULT 'NONE',
ADD COLUMN     "awards" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "boardIsOpen" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "clonedFrom" INTEGER,
ADD COLUMN     "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "description" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "oiScoring" "OiScoring" NOT NULL DEFAULT 'RECENT',
ADD COLUMN     "password" TEXT,
ADD COLUMN     "printing" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "shownName" "ShownName" NOT NULL DEFAULT 'USERNAME',
ADD COLUMN     "stars" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "takesLate" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "thawsByItself" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "title" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "visible" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "ContestProblem" (
    "id" SERIAL NOT NULL,
    "contestId" INTEGER NOT NULL,
    "problemId" INTEGER NOT NULL,
    "displayId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "color" TEXT,
    "position" INTEGER NOT NULL,
    "removedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ContestProblem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Participation" (
    "id" SERIAL NOT NULL,
    "contestId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "registeredAt" TIMESTAMPTZ(3),
    "disqualifiedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Participation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ContestProblem_problemId_idx" ON "ContestProblem"("problemId");

-- CreateIndex
CREATE UNIQUE INDEX "ContestProblem_contestId_problemId_key" ON "ContestProblem"("contestId", "problemId");

-- CreateIndex
CREATE INDEX "Participation_userId_idx" ON "Participation"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Participation_contestId_userId_key" ON "Participation"("contestId", "userId");

-- CreateIndex
CREATE INDEX "Contest_startsAt_id_idx" ON "Contest"("startsAt" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "ContestProblem" ADD CONSTRAINT "ContestProblem_contestId_fkey" FOREIGN KEY ("contestId") REFERENCES "Contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContestProblem" ADD CONSTRAINT "ContestProblem_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Participation" ADD CONSTRAINT "Participation_contestId_fkey" FOREIGN KEY ("contestId") REFERENCES "Contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Participation" ADD CONSTRAINT "Participation_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Two problems of a contest are not called the same; one that was taken off frees its name.
CREATE UNIQUE INDEX "ContestProblem_display_idx" ON "ContestProblem"("contestId", "displayId") WHERE "removedAt" IS NULL;
