-- Lists of the administration show a teacher their own problems and contests.
CREATE INDEX "Problem_authorId_id_idx" ON "Problem"("authorId", "id" DESC);
CREATE INDEX "Contest_ownerId_id_idx" ON "Contest"("ownerId", "id" DESC);
