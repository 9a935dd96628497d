-- Lists of people by age. A table of accounts is indexed within a second, also one of 100,000.
CREATE INDEX "User_createdAt_id_idx" ON "User"("createdAt" DESC, "id" DESC);
