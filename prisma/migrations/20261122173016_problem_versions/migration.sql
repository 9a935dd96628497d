-- AlterTable
ALTER TABLE "Problem" ADD COLUMN     "fieldVersions" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "removedAt" TIMESTAMPTZ(3),
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Trial" ALTER COLUMN "problemId" DROP NOT NULL;

-- CreateTable
CREATE TABLE "CompiledProgram" (
    "hash" TEXT NOT NULL,
    "compiledAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CompiledProgram_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "CompiledProgram_compiledAt_idx" ON "CompiledProgram"("compiledAt");
