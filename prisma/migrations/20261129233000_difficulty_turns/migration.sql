-- A changed difficulty takes locks in the order of the settling of outcomes (server/modules/judging/settle.ts): tallies of
-- the problem, ranks, points. Outcomes that are being counted are waited for, and later ones see the new difficulty.
CREATE FUNCTION wait_for_settling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "ProblemTally" WHERE "problemId" = NEW."id" FOR NO KEY UPDATE;
  PERFORM FROM "GroupTally" WHERE "problemId" = NEW."id" ORDER BY "groupId" FOR NO KEY UPDATE;
  RETURN NULL;
END $$;

-- Triggers of a statement fire in the order of their names.
CREATE TRIGGER "Problem_difficulty_turn" AFTER UPDATE OF "difficulty" ON "Problem" FOR EACH ROW
  WHEN (OLD."difficulty" <> NEW."difficulty") EXECUTE FUNCTION wait_for_settling();
ALTER TRIGGER "Problem_points_changed" ON "Problem" RENAME TO "Problem_then_points_changed";
