-- Every list of submissions of the site leaves out the problems that the site no longer shows: few among all of them.
CREATE INDEX "Problem_hidden_idx" ON "Problem"("id")
  WHERE "visibility" <> 'PUBLIC' AND ("groupId" IS NULL OR "approvedAt" IS NOT NULL);
