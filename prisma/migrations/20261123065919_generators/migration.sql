-- CreateEnum
CREATE TYPE "MakingKind" AS ENUM ('MAKE', 'CHECK');

-- CreateEnum
CREATE TYPE "MakerRole" AS ENUM ('GENERATOR', 'VALIDATOR');

-- CreateTable
CREATE TABLE "Making" (
    "id" TEXT NOT NULL,
    "problemId" INTEGER NOT NULL,
    "kind" "MakingKind" NOT NULL,
    "userId" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "state" "JudgingState" NOT NULL DEFAULT 'QUEUED',
    "verdict" "Verdict",
    "message" TEXT,
    "refused" JSONB NOT NULL DEFAULT '[]',
    "testsetId" INTEGER,
    "task" JSONB NOT NULL,
    "plan" JSONB NOT NULL,
    "hostId" TEXT,
    "acceptedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Making_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MadeCase" (
    "makingId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "fault" TEXT,
    "message" TEXT,
    "inputHash" TEXT,
    "inputSize" INTEGER,
    "answerHash" TEXT,
    "answerSize" INTEGER,
    "inputHead" TEXT,
    "verdict" "Verdict",
    "timeMs" INTEGER,
    "memoryKb" INTEGER,

    CONSTRAINT "MadeCase_pkey" PRIMARY KEY ("makingId","index")
);

-- CreateTable
CREATE TABLE "Maker" (
    "id" SERIAL NOT NULL,
    "problemId" INTEGER NOT NULL,
    "role" "MakerRole" NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "convention" TEXT NOT NULL DEFAULT 'testlib',

    CONSTRAINT "Maker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TestScript" (
    "problemId" INTEGER NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "solutionId" INTEGER,

    CONSTRAINT "TestScript_pkey" PRIMARY KEY ("problemId")
);

-- CreateIndex
CREATE INDEX "Making_createdAt_idx" ON "Making"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Making_problemId_key" ON "Making"("problemId");

-- CreateIndex
CREATE UNIQUE INDEX "Maker_problemId_role_name_key" ON "Maker"("problemId", "role", "name");

-- AddForeignKey
ALTER TABLE "Making" ADD CONSTRAINT "Making_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Making" ADD CONSTRAINT "Making_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MadeCase" ADD CONSTRAINT "MadeCase_makingId_fkey" FOREIGN KEY ("makingId") REFERENCES "Making"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Maker" ADD CONSTRAINT "Maker_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TestScript" ADD CONSTRAINT "TestScript_solutionId_fkey" FOREIGN KEY ("solutionId") REFERENCES "Solution"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TestScript" ADD CONSTRAINT "TestScript_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
