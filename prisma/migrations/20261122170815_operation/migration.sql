-- CreateEnum
CREATE TYPE "OperationState" AS ENUM ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED');

-- AlterEnum
ALTER TYPE "FileUse" ADD VALUE 'OPERATION_RESULT';

-- CreateTable
CREATE TABLE "Operation" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL DEFAULT '{}',
    "ownerId" TEXT,
    "state" "OperationState" NOT NULL DEFAULT 'QUEUED',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "failure" JSONB,
    "runner" TEXT,
    "starts" INTEGER NOT NULL DEFAULT 0,
    "resultId" TEXT,
    "resultExpiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Operation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OperationLine" (
    "id" SERIAL NOT NULL,
    "operationId" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "code" TEXT,
    "parameters" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "OperationLine_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Operation_resultId_key" ON "Operation"("resultId");

-- CreateIndex
CREATE INDEX "Operation_ownerId_id_idx" ON "Operation"("ownerId", "id");

-- CreateIndex
CREATE INDEX "Operation_endedAt_idx" ON "Operation"("endedAt");

-- CreateIndex
CREATE INDEX "Operation_resultExpiresAt_idx" ON "Operation"("resultExpiresAt");

-- CreateIndex
CREATE INDEX "OperationLine_operationId_id_idx" ON "OperationLine"("operationId", "id");

-- Each rejudging gets its operation, which keeps from now on who asked for it, when, and how far it is.
INSERT INTO "Operation" ("kind", "input", "ownerId", "state", "done", "total", "createdAt", "startedAt", "endedAt")
SELECT CASE WHEN "scope" = 'SUBMISSION' THEN 'SINGLE_REJUDGING' ELSE 'REJUDGING' END,
  jsonb_build_object('rejudging', "id"), "createdById",
  (CASE "state" WHEN 'STOPPED' THEN 'CANCELLED' ELSE "state"::text END)::"OperationState",
  "done", "total", "createdAt", "createdAt", "endedAt"
FROM "Rejudging" ORDER BY "id";
ALTER TABLE "Rejudging" ADD COLUMN "operationId" INTEGER;
UPDATE "Rejudging" r SET "operationId" = o."id" FROM "Operation" o WHERE (o."input" ->> 'rejudging')::int = r."id";
UPDATE "Operation" SET "input" = '{}';
ALTER TABLE "Rejudging" ALTER COLUMN "operationId" SET NOT NULL;
DROP INDEX "Rejudging_state_idx";
ALTER TABLE "Rejudging" DROP CONSTRAINT "Rejudging_createdById_fkey",
DROP COLUMN "createdAt",
DROP COLUMN "createdById",
DROP COLUMN "done",
DROP COLUMN "endedAt",
DROP COLUMN "state",
DROP COLUMN "total";
DROP TYPE "RejudgingState";
CREATE UNIQUE INDEX "Rejudging_operationId_key" ON "Rejudging"("operationId");

-- AddForeignKey
ALTER TABLE "Rejudging" ADD CONSTRAINT "Rejudging_operationId_fkey" FOREIGN KEY ("operationId") REFERENCES "Operation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Operation" ADD CONSTRAINT "Operation_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Operation" ADD CONSTRAINT "Operation_resultId_fkey" FOREIGN KEY ("resultId") REFERENCES "File"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OperationLine" ADD CONSTRAINT "OperationLine_operationId_fkey" FOREIGN KEY ("operationId") REFERENCES "Operation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
