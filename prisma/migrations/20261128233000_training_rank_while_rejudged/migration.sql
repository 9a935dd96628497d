-- A submission that is judged again keeps its verdict in ranks of trainings, but has no time and score until then: the
-- ranks count it anew when it is judged (area-rules T8).
DROP TRIGGER "Submission_training_counted" ON "Submission";
CREATE TRIGGER "Submission_training_counted" AFTER UPDATE OF "countedVerdict", "timeMs", "score" ON "Submission"
  FOR EACH ROW WHEN (NEW."contestId" IS NULL AND (OLD."countedVerdict" IS NOT NULL OR NEW."countedVerdict" IS NOT NULL)
    AND (OLD."countedVerdict" IS DISTINCT FROM NEW."countedVerdict" OR (NEW."state" = 'DONE'
      AND (OLD."timeMs", OLD."score") IS DISTINCT FROM (NEW."timeMs", NEW."score"))))
  EXECUTE FUNCTION training_submitted();
