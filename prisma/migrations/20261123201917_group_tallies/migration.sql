-- CreateTable
CREATE TABLE "GroupTally" (
    "groupId" INTEGER NOT NULL,
    "problemId" INTEGER NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "partiallyAccepted" INTEGER NOT NULL DEFAULT 0,
    "wrongAnswer" INTEGER NOT NULL DEFAULT 0,
    "presentationError" INTEGER NOT NULL DEFAULT 0,
    "timeLimitExceeded" INTEGER NOT NULL DEFAULT 0,
    "memoryLimitExceeded" INTEGER NOT NULL DEFAULT 0,
    "outputLimitExceeded" INTEGER NOT NULL DEFAULT 0,
    "runtimeError" INTEGER NOT NULL DEFAULT 0,
    "compileError" INTEGER NOT NULL DEFAULT 0,
    "judgeError" INTEGER NOT NULL DEFAULT 0,
    "cancelled" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "GroupTally_pkey" PRIMARY KEY ("groupId","problemId")
);

-- CreateTable
CREATE TABLE "GroupProgress" (
    "groupId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "problemId" INTEGER NOT NULL,
    "verdict" "Verdict" NOT NULL,
    "score" INTEGER,
    "oiRankScore" INTEGER,
    "acceptedAt" TIMESTAMPTZ(3),
    "acceptedSubmissionId" INTEGER,
    "lastSubmissionId" INTEGER NOT NULL,

    CONSTRAINT "GroupProgress_pkey" PRIMARY KEY ("groupId","userId","problemId")
);

-- CreateIndex
CREATE INDEX "GroupTally_problemId_idx" ON "GroupTally"("problemId");

-- CreateIndex
CREATE INDEX "GroupProgress_userId_idx" ON "GroupProgress"("userId");

-- CreateIndex
CREATE INDEX "GroupProgress_problemId_idx" ON "GroupProgress"("problemId");

-- The lists of a group hold what was sent outside its contests, which Prisma cannot declare.
CREATE INDEX "Submission_groupId_id_idx" ON "Submission"("groupId", "id" DESC)
  WHERE "groupId" IS NOT NULL AND "contestId" IS NULL;

-- CreateIndex
CREATE INDEX "Submission_groupId_userId_id_idx" ON "Submission"("groupId", "userId", "id" DESC)
  WHERE "groupId" IS NOT NULL AND "contestId" IS NULL;

-- CreateIndex
CREATE INDEX "Submission_groupId_problemId_id_idx" ON "Submission"("groupId", "problemId", "id" DESC)
  WHERE "groupId" IS NOT NULL AND "contestId" IS NULL;

-- AddForeignKey
ALTER TABLE "GroupTally" ADD CONSTRAINT "GroupTally_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupTally" ADD CONSTRAINT "GroupTally_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupProgress" ADD CONSTRAINT "GroupProgress_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupProgress" ADD CONSTRAINT "GroupProgress_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupProgress" ADD CONSTRAINT "GroupProgress_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
