-- The index has the places of its rows in its predicate: without them a total of the site's list read the whole table.
DROP INDEX "Submission_unsettled_idx";
CREATE INDEX "Submission_unsettled_idx" ON "Submission"("problemId", "verdict", "countedVerdict")
  WHERE ("countedVerdict" IS NULL OR "verdict" IS DISTINCT FROM "countedVerdict")
    AND "contestId" IS NULL AND "groupId" IS NULL;
