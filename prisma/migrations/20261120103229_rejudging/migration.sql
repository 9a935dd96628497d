-- CreateEnum
CREATE TYPE "RejudgingScope" AS ENUM ('SUBMISSION', 'FILTER', 'PROBLEM');

-- CreateEnum
CREATE TYPE "RejudgingState" AS ENUM ('RUNNING', 'DONE', 'STOPPED');

-- CreateTable
CREATE TABLE "Rejudging" (
    "id" SERIAL NOT NULL,
    "scope" "RejudgingScope" NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "problemId" INTEGER,
    "reason" TEXT NOT NULL DEFAULT '',
    "state" "RejudgingState" NOT NULL DEFAULT 'RUNNING',
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "createdById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Rejudging_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RejudgingEntry" (
    "id" SERIAL NOT NULL,
    "rejudgingId" INTEGER NOT NULL,
    "submissionId" INTEGER NOT NULL,
    "judgementId" TEXT,
    "verdictBefore" "Verdict",
    "scoreBefore" INTEGER,
    "before" JSONB,
    "verdictAfter" "Verdict",
    "scoreAfter" INTEGER,
    "changed" BOOLEAN NOT NULL DEFAULT false,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RejudgingEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" SERIAL NOT NULL,
    "actorId" TEXT,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Rejudging_state_idx" ON "Rejudging"("state");

-- CreateIndex
CREATE UNIQUE INDEX "RejudgingEntry_judgementId_key" ON "RejudgingEntry"("judgementId");

-- CreateIndex
CREATE INDEX "RejudgingEntry_submissionId_idx" ON "RejudgingEntry"("submissionId");

-- CreateIndex
CREATE INDEX "RejudgingEntry_rejudgingId_changed_id_idx" ON "RejudgingEntry"("rejudgingId", "changed", "id");

-- CreateIndex
CREATE UNIQUE INDEX "RejudgingEntry_rejudgingId_submissionId_key" ON "RejudgingEntry"("rejudgingId", "submissionId");

-- CreateIndex
CREATE INDEX "AuditEntry_subject_id_idx" ON "AuditEntry"("subject", "id");

-- CreateIndex
CREATE INDEX "AuditEntry_actorId_id_idx" ON "AuditEntry"("actorId", "id");

-- AddForeignKey
ALTER TABLE "Rejudging" ADD CONSTRAINT "Rejudging_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rejudging" ADD CONSTRAINT "Rejudging_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RejudgingEntry" ADD CONSTRAINT "RejudgingEntry_rejudgingId_fkey" FOREIGN KEY ("rejudgingId") REFERENCES "Rejudging"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RejudgingEntry" ADD CONSTRAINT "RejudgingEntry_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RejudgingEntry" ADD CONSTRAINT "RejudgingEntry_judgementId_fkey" FOREIGN KEY ("judgementId") REFERENCES "Judgement"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Entries that have not ended: few beside all that ever were. Prisma cannot declare it.
CREATE INDEX "RejudgingEntry_open_idx" ON "RejudgingEntry"("rejudgingId", "submissionId") WHERE "endedAt" IS NULL;
