-- CreateTable
CREATE TABLE "Homework" (
    "trainingId" INTEGER NOT NULL,
    "opensAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "latePercent" INTEGER NOT NULL DEFAULT 0,
    "lateUntil" TIMESTAMPTZ(3),
    "closesReading" BOOLEAN NOT NULL DEFAULT false,
    "endsAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Homework_pkey" PRIMARY KEY ("trainingId")
);

-- CreateTable
CREATE TABLE "HomeworkExtension" (
    "trainingId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "byId" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "HomeworkExtension_pkey" PRIMARY KEY ("trainingId","userId")
);

-- CreateTable
CREATE TABLE "TrainingMark" (
    "trainingId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "problemId" INTEGER NOT NULL,
    "points" INTEGER,
    "note" TEXT NOT NULL,
    "byId" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrainingMark_pkey" PRIMARY KEY ("trainingId","userId","problemId")
);

-- CreateIndex
CREATE INDEX "Homework_endsAt_idx" ON "Homework"("endsAt");

-- CreateIndex
CREATE INDEX "HomeworkExtension_userId_idx" ON "HomeworkExtension"("userId");

-- CreateIndex
CREATE INDEX "HomeworkExtension_byId_idx" ON "HomeworkExtension"("byId");

-- CreateIndex
CREATE INDEX "TrainingMark_userId_idx" ON "TrainingMark"("userId");

-- CreateIndex
CREATE INDEX "TrainingMark_problemId_idx" ON "TrainingMark"("problemId");

-- CreateIndex
CREATE INDEX "TrainingMark_byId_idx" ON "TrainingMark"("byId");

-- AddForeignKey
ALTER TABLE "Homework" ADD CONSTRAINT "Homework_trainingId_fkey" FOREIGN KEY ("trainingId") REFERENCES "Training"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HomeworkExtension" ADD CONSTRAINT "HomeworkExtension_trainingId_fkey" FOREIGN KEY ("trainingId") REFERENCES "Homework"("trainingId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HomeworkExtension" ADD CONSTRAINT "HomeworkExtension_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HomeworkExtension" ADD CONSTRAINT "HomeworkExtension_byId_fkey" FOREIGN KEY ("byId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingMark" ADD CONSTRAINT "TrainingMark_trainingId_fkey" FOREIGN KEY ("trainingId") REFERENCES "Training"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingMark" ADD CONSTRAINT "TrainingMark_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingMark" ADD CONSTRAINT "TrainingMark_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingMark" ADD CONSTRAINT "TrainingMark_byId_fkey" FOREIGN KEY ("byId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "Homework" ADD CONSTRAINT "Homework_times" CHECK (
  ("opensAt" IS NULL OR "opensAt" < "dueAt") AND ("lateUntil" IS NULL OR "lateUntil" > "dueAt")
  AND "latePercent" BETWEEN 0 AND 100);
ALTER TABLE "TrainingMark" ADD CONSTRAINT "TrainingMark_points" CHECK ("points" BETWEEN 0 AND 100);

-- Counts the results of registered users in problems of trainings again: an acceptance counts whenever it was submitted,
-- another try only from the registration on (area-rules T6, T7); in homework both only within its times (T13). Null people
-- or problems: all. The rows of the rank are locked first, in one order, so that two submissions of a person at once are
-- both in its sums.
CREATE OR REPLACE FUNCTION recount_trainings(trainings integer[], people text[], problems integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "TrainingRegistration" r
  WHERE r."trainingId" = ANY (trainings) AND (people IS NULL OR r."userId" = ANY (people))
  ORDER BY r."trainingId", r."userId" FOR NO KEY UPDATE;

  WITH pair AS (
    SELECT r."trainingId", r."userId", r."registeredAt", t."problemId", p."groupId",
      coalesce(h."opensAt", '-infinity') AS "from",
      CASE WHEN h."trainingId" IS NULL THEN 'infinity'
        WHEN h."latePercent" > 0 THEN greatest(h."dueAt", e."dueAt", coalesce(h."lateUntil", 'infinity'))
        ELSE greatest(h."dueAt", e."dueAt") END AS "until"
    FROM "TrainingRegistration" r
    JOIN "TrainingProblem" t ON t."trainingId" = r."trainingId"
    JOIN "Problem" p ON p."id" = t."problemId"
    LEFT JOIN "Homework" h ON h."trainingId" = r."trainingId"
    LEFT JOIN "HomeworkExtension" e ON e."trainingId" = r."trainingId" AND e."userId" = r."userId"
    WHERE r."trainingId" = ANY (trainings) AND (people IS NULL OR r."userId" = ANY (people))
      AND (problems IS NULL OR t."problemId" = ANY (problems))
  ), result AS (
    SELECT pair."trainingId", pair."userId", pair."problemId",
      CASE WHEN best."count" > 0 THEN 'ACCEPTED' ELSE last."countedVerdict" END AS "verdict",
      CASE WHEN best."count" > 0 THEN best."score" ELSE last."score" END AS "score", best."timeMs"
    FROM pair
    CROSS JOIN LATERAL (
      SELECT count(*) AS "count", min(s."timeMs") AS "timeMs", max(s."score") AS "score" FROM "Submission" s
      WHERE s."userId" = pair."userId" AND s."problemId" = pair."problemId" AND s."contestId" IS NULL
        AND (s."groupId" IS NULL OR s."groupId" = pair."groupId") AND s."countedVerdict" = 'ACCEPTED'
        AND s."createdAt" >= pair."from" AND s."createdAt" <= pair."until"
    ) AS best
    LEFT JOIN LATERAL (
      SELECT s."countedVerdict", s."score" FROM "Submission" s
      WHERE s."userId" = pair."userId" AND s."problemId" = pair."problemId" AND s."contestId" IS NULL
        AND (s."groupId" IS NULL OR s."groupId" = pair."groupId") AND s."createdAt" >= pair."registeredAt"
        AND s."createdAt" >= pair."from" AND s."createdAt" <= pair."until"
        AND s."countedVerdict" IN ('PARTIALLY_ACCEPTED', 'WRONG_ANSWER', 'PRESENTATION_ERROR', 'TIME_LIMIT_EXCEEDED',
          'MEMORY_LIMIT_EXCEEDED', 'OUTPUT_LIMIT_EXCEEDED', 'RUNTIME_ERROR', 'COMPILE_ERROR')
      ORDER BY s."id" DESC LIMIT 1
    ) AS last ON best."count" = 0
    WHERE best."count" > 0 OR last."countedVerdict" IS NOT NULL
  ), gone AS (
    DELETE FROM "TrainingCell" c USING pair
    WHERE c."trainingId" = pair."trainingId" AND c."userId" = pair."userId" AND c."problemId" = pair."problemId"
      AND NOT EXISTS (SELECT FROM result
        WHERE (result."trainingId", result."userId", result."problemId") = (c."trainingId", c."userId", c."problemId"))
  )
  INSERT INTO "TrainingCell" AS c ("trainingId", "userId", "problemId", "verdict", "score", "timeMs")
  SELECT "trainingId", "userId", "problemId", "verdict"::"Verdict", "score", "timeMs" FROM result
  ON CONFLICT ("trainingId", "userId", "problemId") DO UPDATE
    SET "verdict" = excluded."verdict", "score" = excluded."score", "timeMs" = excluded."timeMs"
    WHERE (c."verdict", c."score", c."timeMs") IS DISTINCT FROM (excluded."verdict", excluded."score", excluded."timeMs");

  PERFORM sum_trainings(trainings, people);
END $$;

-- The times of homework, or those of one student, changed.
CREATE FUNCTION homework_times_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_trainings(ARRAY[coalesce(NEW."trainingId", OLD."trainingId")], NULL, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "Homework_changed" AFTER INSERT OR DELETE OR UPDATE OF "opensAt", "dueAt", "latePercent", "lateUntil"
  ON "Homework" FOR EACH ROW EXECUTE FUNCTION homework_times_changed();

CREATE FUNCTION homework_extension_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_trainings(ARRAY[coalesce(NEW."trainingId", OLD."trainingId")],
    ARRAY[coalesce(NEW."userId", OLD."userId")], NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER "HomeworkExtension_changed" AFTER INSERT OR UPDATE OR DELETE ON "HomeworkExtension" FOR EACH ROW
  EXECUTE FUNCTION homework_extension_changed();
