-- Home pages count the submissions of one user by day, verdict and language from the index alone. As before it holds
-- practice only, which Prisma cannot declare.
DROP INDEX "Submission_userId_id_idx";
CREATE INDEX "Submission_userId_id_idx"
  ON "Submission"("userId", "id" DESC, "createdAt", "countedVerdict", "language")
  WHERE "contestId" IS NULL AND "groupId" IS NULL;
