-- CreateTable
CREATE TABLE "SimilarityRun" (
    "trainingId" INTEGER NOT NULL,
    "operationId" INTEGER,
    "startedById" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "compared" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SimilarityRun_pkey" PRIMARY KEY ("trainingId")
);

-- CreateTable
CREATE TABLE "SimilarPair" (
    "id" SERIAL NOT NULL,
    "trainingId" INTEGER NOT NULL,
    "problemId" INTEGER NOT NULL,
    "firstId" INTEGER NOT NULL,
    "secondId" INTEGER NOT NULL,
    "firstUserId" TEXT NOT NULL,
    "secondUserId" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "lines" INTEGER NOT NULL,
    "regions" JSONB NOT NULL,
    "dismissedById" TEXT,
    "dismissedAt" TIMESTAMPTZ(3),
    "foundAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SimilarPair_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "SimilarPair_order" CHECK ("firstId" < "secondId")
);

-- CreateIndex
CREATE UNIQUE INDEX "SimilarityRun_operationId_key" ON "SimilarityRun"("operationId");
CREATE INDEX "SimilarityRun_startedById_idx" ON "SimilarityRun"("startedById");
CREATE UNIQUE INDEX "SimilarPair_trainingId_firstId_secondId_key" ON "SimilarPair"("trainingId", "firstId", "secondId");
CREATE INDEX "SimilarPair_trainingId_percent_lines_id_idx" ON "SimilarPair"("trainingId", "percent" DESC, "lines" DESC, "id");
CREATE INDEX "SimilarPair_trainingId_problemId_idx" ON "SimilarPair"("trainingId", "problemId");
CREATE INDEX "SimilarPair_problemId_idx" ON "SimilarPair"("problemId");
CREATE INDEX "SimilarPair_firstId_idx" ON "SimilarPair"("firstId");
CREATE INDEX "SimilarPair_secondId_idx" ON "SimilarPair"("secondId");
CREATE INDEX "SimilarPair_firstUserId_idx" ON "SimilarPair"("firstUserId");
CREATE INDEX "SimilarPair_secondUserId_idx" ON "SimilarPair"("secondUserId");
CREATE INDEX "SimilarPair_dismissedById_idx" ON "SimilarPair"("dismissedById");

-- AddForeignKey
ALTER TABLE "SimilarityRun" ADD CONSTRAINT "SimilarityRun_trainingId_fkey" FOREIGN KEY ("trainingId") REFERENCES "Training"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SimilarityRun" ADD CONSTRAINT "SimilarityRun_operationId_fkey" FOREIGN KEY ("operationId") REFERENCES "Operation"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "SimilarityRun" ADD CONSTRAINT "SimilarityRun_startedById_fkey" FOREIGN KEY ("startedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "SimilarPair" ADD CONSTRAINT "SimilarPair_trainingId_fkey" FOREIGN KEY ("trainingId") REFERENCES "Training"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SimilarPair" ADD CONSTRAINT "SimilarPair_trainingId_problemId_fkey" FOREIGN KEY ("trainingId", "problemId") REFERENCES "TrainingProblem"("trainingId", "problemId") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SimilarPair" ADD CONSTRAINT "SimilarPair_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SimilarPair" ADD CONSTRAINT "SimilarPair_firstId_fkey" FOREIGN KEY ("firstId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SimilarPair" ADD CONSTRAINT "SimilarPair_secondId_fkey" FOREIGN KEY ("secondId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SimilarPair" ADD CONSTRAINT "SimilarPair_firstUserId_fkey" FOREIGN KEY ("firstUserId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SimilarPair" ADD CONSTRAINT "SimilarPair_secondUserId_fkey" FOREIGN KEY ("secondUserId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SimilarPair" ADD CONSTRAINT "SimilarPair_dismissedById_fkey" FOREIGN KEY ("dismissedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
