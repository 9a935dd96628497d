-- CreateTable
CREATE TABLE "UserRank" (
    "userId" TEXT NOT NULL,
    "solved" INTEGER NOT NULL DEFAULT 0,
    "submitted" INTEGER NOT NULL DEFAULT 0,
    "score" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "listed" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "UserRank_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE INDEX "UserRank_acm_idx" ON "UserRank"("listed", "solved" DESC, "submitted", "createdAt", "userId");

-- CreateIndex
CREATE INDEX "UserRank_oi_idx" ON "UserRank"("listed", "score" DESC, "solved" DESC, "createdAt", "userId");

-- AddForeignKey
ALTER TABLE "UserRank" ADD CONSTRAINT "UserRank_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a row of progress adds to the OI list: its best score, or of an accepted ACM problem what 100 points would be.
CREATE FUNCTION rank_score(verdict "Verdict", score integer, difficulty "Difficulty") RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(score, CASE WHEN verdict = 'ACCEPTED'
    THEN 10 + 2 * CASE difficulty WHEN 'EASY' THEN 0 WHEN 'MID' THEN 1 ELSE 2 END ELSE 0 END)
$$;

-- Adds up what these people have solved, where their progress went or a problem's difficulty has changed.
CREATE FUNCTION recount_rank(people text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "UserRank" WHERE "userId" = ANY (people) ORDER BY "userId" FOR NO KEY UPDATE;
  UPDATE "UserRank" r SET "solved" = sums."solved", "score" = sums."score"
  FROM (
    SELECT one."id", (count(p.*) FILTER (WHERE p."verdict" = 'ACCEPTED'))::int AS "solved",
      coalesce(sum(rank_score(p."verdict", p."oiRankScore", b."difficulty")), 0)::int AS "score"
    FROM unnest(people) AS one("id")
    LEFT JOIN "ProblemProgress" p ON p."userId" = one."id"
    LEFT JOIN "Problem" b ON b."id" = p."problemId"
    GROUP BY one."id"
  ) AS sums
  WHERE r."userId" = sums."id" AND (r."solved", r."score") IS DISTINCT FROM (sums."solved", sums."score");
END $$;

-- "gone" and "come" are the rows of progress before and after a statement.
CREATE FUNCTION rank_progress_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "UserRank" r SET "solved" = r."solved" + d."solved", "score" = r."score" + d."score"
  FROM (
    SELECT p."userId", (count(*) FILTER (WHERE p."verdict" = 'ACCEPTED'))::int AS "solved",
      sum(rank_score(p."verdict", p."oiRankScore", b."difficulty"))::int AS "score"
    FROM come p JOIN "Problem" b ON b."id" = p."problemId" GROUP BY p."userId"
  ) AS d
  WHERE r."userId" = d."userId" AND (d."solved", d."score") <> (0, 0);
  RETURN NULL;
END $$;

CREATE FUNCTION rank_progress_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "UserRank" r SET "solved" = r."solved" + d."solved", "score" = r."score" + d."score"
  FROM (
    SELECT p."userId", sum(p.way * (p."verdict" = 'ACCEPTED')::int)::int AS "solved",
      sum(p.way * rank_score(p."verdict", p."oiRankScore", b."difficulty"))::int AS "score"
    FROM (
      SELECT "userId", "problemId", "verdict", "oiRankScore", 1 AS way FROM come
      UNION ALL SELECT "userId", "problemId", "verdict", "oiRankScore", -1 FROM gone
    ) AS p JOIN "Problem" b ON b."id" = p."problemId" GROUP BY p."userId"
  ) AS d
  WHERE r."userId" = d."userId" AND (d."solved", d."score") <> (0, 0);
  RETURN NULL;
END $$;

CREATE FUNCTION rank_progress_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_rank(array(SELECT DISTINCT "userId" FROM gone));
  RETURN NULL;
END $$;

CREATE TRIGGER "ProblemProgress_rank_come" AFTER INSERT ON "ProblemProgress"
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION rank_progress_come();
CREATE TRIGGER "ProblemProgress_rank_changed" AFTER UPDATE ON "ProblemProgress"
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION rank_progress_changed();
CREATE TRIGGER "ProblemProgress_rank_gone" AFTER DELETE ON "ProblemProgress"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION rank_progress_gone();

CREATE FUNCTION rank_difficulty_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_rank(array(
    SELECT "userId" FROM "ProblemProgress"
    WHERE "problemId" = NEW."id" AND "verdict" = 'ACCEPTED' AND "oiRankScore" IS NULL));
  RETURN NULL;
END $$;

CREATE TRIGGER "Problem_rank_changed" AFTER UPDATE OF "difficulty" ON "Problem" FOR EACH ROW
  WHEN (OLD."difficulty" <> NEW."difficulty") EXECUTE FUNCTION rank_difficulty_changed();

CREATE FUNCTION rank_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE "UserRank" SET "submitted" = "submitted" - 1 WHERE "userId" = OLD."userId";
  ELSE
    UPDATE "UserRank" SET "submitted" = "submitted" + 1 WHERE "userId" = NEW."userId";
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Submission_rank_sent" AFTER INSERT ON "Submission" FOR EACH ROW
  WHEN (NEW."countedVerdict" IS NOT NULL AND NEW."contestId" IS NULL AND NEW."groupId" IS NULL)
  EXECUTE FUNCTION rank_submitted();
CREATE TRIGGER "Submission_rank_counted" AFTER UPDATE OF "countedVerdict" ON "Submission" FOR EACH ROW
  WHEN (OLD."countedVerdict" IS NULL AND NEW."countedVerdict" IS NOT NULL
    AND NEW."contestId" IS NULL AND NEW."groupId" IS NULL)
  EXECUTE FUNCTION rank_submitted();
CREATE TRIGGER "Submission_rank_removed" AFTER DELETE ON "Submission" FOR EACH ROW
  WHEN (OLD."countedVerdict" IS NOT NULL AND OLD."contestId" IS NULL AND OLD."groupId" IS NULL)
  EXECUTE FUNCTION rank_submitted();

CREATE FUNCTION rank_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "UserRank" ("userId", "createdAt", "listed")
  VALUES (NEW."id", NEW."createdAt", NOT NEW."disabled" AND NEW."endedAt" IS NULL)
  ON CONFLICT ("userId") DO UPDATE SET "createdAt" = excluded."createdAt", "listed" = excluded."listed";
  RETURN NULL;
END $$;

CREATE TRIGGER "User_rank_come" AFTER INSERT ON "User" FOR EACH ROW EXECUTE FUNCTION rank_user();
CREATE TRIGGER "User_rank_changed" AFTER UPDATE OF "disabled", "endedAt", "createdAt" ON "User" FOR EACH ROW
  WHEN ((OLD."disabled", OLD."endedAt", OLD."createdAt") IS DISTINCT FROM (NEW."disabled", NEW."endedAt", NEW."createdAt"))
  EXECUTE FUNCTION rank_user();

-- What was there before.
INSERT INTO "UserRank" ("userId", "createdAt", "listed", "submitted")
SELECT u."id", u."createdAt", NOT u."disabled" AND u."endedAt" IS NULL, (
  SELECT count(*) FROM "Submission" s
  WHERE s."userId" = u."id" AND s."countedVerdict" IS NOT NULL AND s."contestId" IS NULL AND s."groupId" IS NULL)
FROM "User" u;
SELECT recount_rank(array(SELECT "id" FROM "User"));
