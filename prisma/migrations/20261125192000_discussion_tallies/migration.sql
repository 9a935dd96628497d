-- CreateTable
CREATE TABLE "DiscussionTally" (
    "groupKey" INTEGER NOT NULL,
    "categoryId" INTEGER NOT NULL,
    "problemKey" INTEGER NOT NULL,
    "problemId" INTEGER,
    "count" INTEGER NOT NULL,

    CONSTRAINT "DiscussionTally_pkey" PRIMARY KEY ("groupKey","categoryId","problemKey")
);

-- CreateIndex
CREATE INDEX "DiscussionTally_problemId_idx" ON "DiscussionTally"("problemId");

-- AddForeignKey
ALTER TABLE "DiscussionTally" ADD CONSTRAINT "DiscussionTally_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counts posts that are not disabled. Posts of a problem that is being deleted are gone with its tallies.
CREATE FUNCTION discussions_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "DiscussionTally" ("groupKey", "categoryId", "problemKey", "problemId", "count")
  SELECT coalesce("groupId", 0), "categoryId", coalesce("problemId", 0), "problemId", count(*)
  FROM come WHERE NOT "disabled" GROUP BY "groupId", "categoryId", "problemId" ORDER BY 1, 2, 3
  ON CONFLICT ("groupKey", "categoryId", "problemKey")
    DO UPDATE SET "count" = "DiscussionTally"."count" + excluded."count";
  RETURN NULL;
END $$;

CREATE FUNCTION discussions_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "DiscussionTally" t SET "count" = t."count" - less."count"
  FROM (
    SELECT coalesce("groupId", 0) AS "groupKey", "categoryId", coalesce("problemId", 0) AS "problemKey",
      count(*)::int AS "count"
    FROM gone WHERE NOT "disabled" GROUP BY 1, 2, 3
  ) AS less
  WHERE (t."groupKey", t."categoryId", t."problemKey") = (less."groupKey", less."categoryId", less."problemKey");
  RETURN NULL;
END $$;

CREATE FUNCTION discussion_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT OLD."disabled" THEN
    UPDATE "DiscussionTally" SET "count" = "count" - 1
    WHERE "groupKey" = coalesce(OLD."groupId", 0) AND "categoryId" = OLD."categoryId"
      AND "problemKey" = coalesce(OLD."problemId", 0);
  END IF;
  IF NOT NEW."disabled" THEN
    INSERT INTO "DiscussionTally" ("groupKey", "categoryId", "problemKey", "problemId", "count")
    VALUES (coalesce(NEW."groupId", 0), NEW."categoryId", coalesce(NEW."problemId", 0), NEW."problemId", 1)
    ON CONFLICT ("groupKey", "categoryId", "problemKey") DO UPDATE SET "count" = "DiscussionTally"."count" + 1;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Discussion_tally_come" AFTER INSERT ON "Discussion"
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION discussions_come();
CREATE TRIGGER "Discussion_tally_gone" AFTER DELETE ON "Discussion"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION discussions_gone();
CREATE TRIGGER "Discussion_tally_moved" AFTER UPDATE OF "disabled", "categoryId", "problemId", "groupId" ON "Discussion"
  FOR EACH ROW WHEN ((OLD."disabled", OLD."categoryId", OLD."problemId", OLD."groupId")
    IS DISTINCT FROM (NEW."disabled", NEW."categoryId", NEW."problemId", NEW."groupId"))
  EXECUTE FUNCTION discussion_moved();

-- What was there before.
INSERT INTO "DiscussionTally" ("groupKey", "categoryId", "problemKey", "problemId", "count")
SELECT coalesce("groupId", 0), "categoryId", coalesce("problemId", 0), "problemId", count(*)
FROM "Discussion" WHERE NOT "disabled" GROUP BY "groupId", "categoryId", "problemId";
