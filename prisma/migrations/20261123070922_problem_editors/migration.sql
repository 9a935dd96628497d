-- CreateTable
CREATE TABLE "ProblemEditor" (
    "id" TEXT NOT NULL,
    "problemId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ProblemEditor_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ProblemEditor_problemId_idx" ON "ProblemEditor"("problemId");

-- CreateIndex
CREATE INDEX "ProblemEditor_userId_idx" ON "ProblemEditor"("userId");

-- CreateIndex
CREATE INDEX "ProblemEditor_seenAt_idx" ON "ProblemEditor"("seenAt");

-- AddForeignKey
ALTER TABLE "ProblemEditor" ADD CONSTRAINT "ProblemEditor_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProblemEditor" ADD CONSTRAINT "ProblemEditor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
