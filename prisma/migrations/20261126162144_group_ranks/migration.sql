-- CreateTable
CREATE TABLE "GroupRank" (
    "groupId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "solved" INTEGER NOT NULL DEFAULT 0,
    "submitted" INTEGER NOT NULL DEFAULT 0,
    "score" INTEGER NOT NULL DEFAULT 0,
    "acm" BIGINT NOT NULL DEFAULT 0,
    "oi" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "member" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "listed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "GroupRank_pkey" PRIMARY KEY ("groupId","userId")
);

-- CreateIndex
CREATE INDEX "GroupRank_acm_idx" ON "GroupRank"("groupId", "listed", "acm", "createdAt", "userId");

-- CreateIndex
CREATE INDEX "GroupRank_oi_idx" ON "GroupRank"("groupId", "listed", "oi", "createdAt", "userId");

-- CreateIndex
CREATE INDEX "GroupRank_userId_idx" ON "GroupRank"("userId");

-- AddForeignKey
ALTER TABLE "GroupRank" ADD CONSTRAINT "GroupRank_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupRank" ADD CONSTRAINT "GroupRank_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The row of each of these people in each of these groups, pair by pair, where it is missing. The accounts are locked, so
-- that none is disabled unnoticed meanwhile.
CREATE FUNCTION add_group_ranks(groups int[], people text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "GroupRank" ("groupId", "userId", "createdAt", "enabled")
  SELECT pair."groupId", u."id", u."createdAt", NOT u."disabled" AND u."endedAt" IS NULL
  FROM (
    SELECT DISTINCT * FROM unnest(groups, people) AS one("groupId", "userId")
    WHERE NOT EXISTS (
      SELECT FROM "GroupRank" r WHERE r."groupId" = one."groupId" AND r."userId" = one."userId")
    ORDER BY 2, 1
  ) AS pair JOIN "User" u ON u."id" = pair."userId"
  FOR SHARE OF u
  ON CONFLICT DO NOTHING
$$;

-- Adds up what these people have solved in these groups, pair by pair.
CREATE FUNCTION recount_group_ranks(groups int[], people text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "GroupRank" r WHERE (r."groupId", r."userId") IN (SELECT * FROM unnest(groups, people))
    ORDER BY r."groupId", r."userId" FOR NO KEY UPDATE;
  UPDATE "GroupRank" r SET "solved" = sums."solved", "score" = sums."score"
  FROM (
    SELECT one."groupId", one."userId", (count(p.*) FILTER (WHERE p."verdict" = 'ACCEPTED'))::int AS "solved",
      coalesce(sum(rank_score(p."verdict", p."oiRankScore", b."difficulty")), 0)::int AS "score"
    FROM (SELECT DISTINCT * FROM unnest(groups, people)) AS one("groupId", "userId")
    LEFT JOIN "GroupProgress" p ON p."groupId" = one."groupId" AND p."userId" = one."userId"
    LEFT JOIN "Problem" b ON b."id" = p."problemId"
    GROUP BY one."groupId", one."userId"
  ) AS sums
  WHERE r."groupId" = sums."groupId" AND r."userId" = sums."userId"
    AND (r."solved", r."score") IS DISTINCT FROM (sums."solved", sums."score");
END $$;

CREATE FUNCTION group_rank_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."acm" := NEW."submitted" - NEW."solved"::bigint * 4294967296;
  NEW."oi" := -NEW."solved" - NEW."score"::bigint * 4294967296;
  NEW."listed" := NEW."member" AND NEW."enabled";
  RETURN NEW;
END $$;

CREATE TRIGGER "GroupRank_places" BEFORE INSERT OR UPDATE ON "GroupRank"
  FOR EACH ROW EXECUTE FUNCTION group_rank_places();

-- "gone" and "come" are the rows of progress before and after a statement.
CREATE FUNCTION group_rank_progress_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_group_ranks(array_agg("groupId"), array_agg("userId")) FROM come;
  UPDATE "GroupRank" r SET "solved" = r."solved" + d."solved", "score" = r."score" + d."score"
  FROM (
    SELECT p."groupId", p."userId", (count(*) FILTER (WHERE p."verdict" = 'ACCEPTED'))::int AS "solved",
      sum(rank_score(p."verdict", p."oiRankScore", b."difficulty"))::int AS "score"
    FROM come p JOIN "Problem" b ON b."id" = p."problemId" GROUP BY p."groupId", p."userId"
  ) AS d
  WHERE r."groupId" = d."groupId" AND r."userId" = d."userId" AND (d."solved", d."score") <> (0, 0);
  RETURN NULL;
END $$;

CREATE FUNCTION group_rank_progress_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "GroupRank" r SET "solved" = r."solved" + d."solved", "score" = r."score" + d."score"
  FROM (
    SELECT p."groupId", p."userId", sum(p.way * (p."verdict" = 'ACCEPTED')::int)::int AS "solved",
      sum(p.way * rank_score(p."verdict", p."oiRankScore", b."difficulty"))::int AS "score"
    FROM (
      SELECT "groupId", "userId", "problemId", "verdict", "oiRankScore", 1 AS way FROM come
      UNION ALL SELECT "groupId", "userId", "problemId", "verdict", "oiRankScore", -1 FROM gone
    ) AS p JOIN "Problem" b ON b."id" = p."problemId" GROUP BY p."groupId", p."userId"
  ) AS d
  WHERE r."groupId" = d."groupId" AND r."userId" = d."userId" AND (d."solved", d."score") <> (0, 0);
  RETURN NULL;
END $$;

CREATE FUNCTION group_rank_progress_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_group_ranks(array_agg("groupId"), array_agg("userId")) FROM gone;
  RETURN NULL;
END $$;

CREATE FUNCTION group_rank_difficulty_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_group_ranks(array_agg("groupId"), array_agg("userId")) FROM "GroupProgress"
    WHERE "problemId" = NEW."id" AND "verdict" = 'ACCEPTED' AND "oiRankScore" IS NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION group_rank_submitted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE "GroupRank" SET "submitted" = "submitted" - 1
      WHERE "groupId" = OLD."groupId" AND "userId" = OLD."userId";
  ELSE
    PERFORM add_group_ranks(array[NEW."groupId"], array[NEW."userId"]);
    UPDATE "GroupRank" SET "submitted" = "submitted" + 1
      WHERE "groupId" = NEW."groupId" AND "userId" = NEW."userId";
  END IF;
  RETURN NULL;
END $$;

-- Writes which of these people are members of these groups, pair by pair, and makes the rows of those who are. The triggers
-- of memberships that fire before have locked the accounts in order, so that two statements about one person wait for each other.
CREATE FUNCTION rank_members(groups int[], people text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_group_ranks(array_agg(m."groupId"), array_agg(m."userId")) FROM "GroupMember" m
    WHERE (m."groupId", m."userId") IN (SELECT * FROM unnest(groups, people))
      AND m."standing" NOT IN ('APPLIED', 'REFUSED');
  PERFORM FROM "GroupRank" r WHERE (r."groupId", r."userId") IN (SELECT * FROM unnest(groups, people))
    ORDER BY r."groupId", r."userId" FOR NO KEY UPDATE;
  UPDATE "GroupRank" r SET "member" = NOT r."member"
  WHERE (r."groupId", r."userId") IN (SELECT * FROM unnest(groups, people))
    AND r."member" <> EXISTS (
      SELECT FROM "GroupMember" m
      WHERE m."groupId" = r."groupId" AND m."userId" = r."userId" AND m."standing" NOT IN ('APPLIED', 'REFUSED'));
END $$;

CREATE FUNCTION group_rank_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rank_members(array_agg("groupId"), array_agg("userId")) FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION group_rank_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "GroupRank" SET "createdAt" = NEW."createdAt", "enabled" = NOT NEW."disabled" AND NEW."endedAt" IS NULL
    WHERE "userId" = NEW."id";
  RETURN NULL;
END $$;

-- What was there before.
SELECT add_group_ranks(array_agg("groupId"), array_agg("userId")) FROM (
  SELECT "groupId", "userId" FROM "GroupMember" WHERE "standing" NOT IN ('APPLIED', 'REFUSED')
  UNION SELECT "groupId", "userId" FROM "Submission"
  WHERE "countedVerdict" IS NOT NULL AND "contestId" IS NULL AND "groupId" IS NOT NULL) AS everybody;
UPDATE "GroupRank" r SET
  "member" = EXISTS (
    SELECT FROM "GroupMember" m
    WHERE m."groupId" = r."groupId" AND m."userId" = r."userId" AND m."standing" NOT IN ('APPLIED', 'REFUSED')),
  "submitted" = (
    SELECT count(*) FROM "Submission" s
    WHERE s."groupId" = r."groupId" AND s."userId" = r."userId" AND s."countedVerdict" IS NOT NULL
      AND s."contestId" IS NULL);
SELECT recount_group_ranks(array_agg("groupId"), array_agg("userId")) FROM "GroupRank";

CREATE TRIGGER "GroupProgress_rank_come" AFTER INSERT ON "GroupProgress"
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION group_rank_progress_come();
CREATE TRIGGER "GroupProgress_rank_changed" AFTER UPDATE ON "GroupProgress"
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION group_rank_progress_changed();
CREATE TRIGGER "GroupProgress_rank_gone" AFTER DELETE ON "GroupProgress"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION group_rank_progress_gone();
CREATE TRIGGER "Problem_group_rank_changed" AFTER UPDATE OF "difficulty" ON "Problem" FOR EACH ROW
  WHEN (OLD."difficulty" <> NEW."difficulty") EXECUTE FUNCTION group_rank_difficulty_changed();
CREATE TRIGGER "Submission_group_rank_sent" AFTER INSERT ON "Submission" FOR EACH ROW
  WHEN (NEW."countedVerdict" IS NOT NULL AND NEW."contestId" IS NULL AND NEW."groupId" IS NOT NULL)
  EXECUTE FUNCTION group_rank_submitted();
CREATE TRIGGER "Submission_group_rank_counted" AFTER UPDATE OF "countedVerdict" ON "Submission" FOR EACH ROW
  WHEN (OLD."countedVerdict" IS NULL AND NEW."countedVerdict" IS NOT NULL
    AND NEW."contestId" IS NULL AND NEW."groupId" IS NOT NULL)
  EXECUTE FUNCTION group_rank_submitted();
CREATE TRIGGER "Submission_group_rank_removed" AFTER DELETE ON "Submission" FOR EACH ROW
  WHEN (OLD."countedVerdict" IS NOT NULL AND OLD."contestId" IS NULL AND OLD."groupId" IS NOT NULL)
  EXECUTE FUNCTION group_rank_submitted();
-- Triggers of a statement fire in the order of their names: these after those that lock the accounts.
CREATE TRIGGER "GroupMember_then_ranked_added" AFTER INSERT ON "GroupMember" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION group_rank_members();
CREATE TRIGGER "GroupMember_then_ranked_changed" AFTER UPDATE ON "GroupMember" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION group_rank_members();
CREATE TRIGGER "GroupMember_then_ranked_removed" AFTER DELETE ON "GroupMember" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION group_rank_members();
CREATE TRIGGER "User_group_rank_changed" AFTER UPDATE OF "disabled", "endedAt", "createdAt" ON "User" FOR EACH ROW
  WHEN ((OLD."disabled", OLD."endedAt", OLD."createdAt") IS DISTINCT FROM (NEW."disabled", NEW."endedAt", NEW."createdAt"))
  EXECUTE FUNCTION group_rank_user();

-- 'groupRank.changed' of server/events.ts, whoever changed the row: as 'rank.changed', of one group. Many changes of one
-- transaction are told as a whole for each group.
CREATE FUNCTION tell_group_rank(was "GroupRank", is_now "GroupRank") RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told int := coalesce(nullif(current_setting('ranks.told', true), ''), '0')::int + 1;
  whole boolean := told > 100;
BEGIN
  PERFORM set_config('ranks.told', told::text, true);
  PERFORM pg_notify('events', json_build_object('name', 'groupRank.changed', 'payload', json_build_object(
    'groupId', coalesce(was."groupId", is_now."groupId"),
    'userId', CASE WHEN NOT whole THEN coalesce(was."userId", is_now."userId") END,
    'before', CASE WHEN NOT whole AND was."listed" THEN json_build_object(
      'solved', was."solved", 'submitted', was."submitted", 'score', was."score") END,
    'after', CASE WHEN NOT whole AND is_now."listed" THEN json_build_object(
      'solved', is_now."solved", 'submitted', is_now."submitted", 'score', is_now."score") END))::text);
END $$;

CREATE FUNCTION tell_group_rank_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_group_rank(CASE WHEN TG_OP <> 'INSERT' THEN OLD END, CASE WHEN TG_OP <> 'DELETE' THEN NEW END);
  RETURN NULL;
END $$;

CREATE TRIGGER "GroupRank_come" AFTER INSERT ON "GroupRank" FOR EACH ROW WHEN (NEW."listed")
  EXECUTE FUNCTION tell_group_rank_changed();
CREATE TRIGGER "GroupRank_changed" AFTER UPDATE ON "GroupRank" FOR EACH ROW
  WHEN ((OLD."listed" OR NEW."listed") AND
    (OLD."solved", OLD."submitted", OLD."score", OLD."listed")
      IS DISTINCT FROM (NEW."solved", NEW."submitted", NEW."score", NEW."listed"))
  EXECUTE FUNCTION tell_group_rank_changed();
CREATE TRIGGER "GroupRank_gone" AFTER DELETE ON "GroupRank" FOR EACH ROW WHEN (OLD."listed")
  EXECUTE FUNCTION tell_group_rank_changed();
