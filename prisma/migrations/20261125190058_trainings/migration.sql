-- CreateEnum
CREATE TYPE "TrainingAccess" AS ENUM ('PUBLIC', 'PRIVATE');

-- CreateTable
CREATE TABLE "TrainingCategory" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrainingCategory_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Training" (
    "id" SERIAL NOT NULL,
    "rank" INTEGER NOT NULL DEFAULT 1000,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "access" "TrainingAccess" NOT NULL DEFAULT 'PUBLIC',
    "password" TEXT,
    "visible" BOOLEAN NOT NULL DEFAULT true,
    "categoryId" INTEGER NOT NULL,
    "groupId" INTEGER,
    "ownerId" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Training_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TrainingProblem" (
    "id" SERIAL NOT NULL,
    "trainingId" INTEGER NOT NULL,
    "problemId" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TrainingProblem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TrainingRegistration" (
    "trainingId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "registeredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "solved" INTEGER NOT NULL DEFAULT 0,
    "timeMs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "TrainingRegistration_pkey" PRIMARY KEY ("trainingId","userId")
);

-- CreateTable
CREATE TABLE "TrainingCell" (
    "trainingId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "problemId" INTEGER NOT NULL,
    "verdict" "Verdict" NOT NULL,
    "score" INTEGER,
    "timeMs" INTEGER,

    CONSTRAINT "TrainingCell_pkey" PRIMARY KEY ("trainingId","userId","problemId")
);

-- CreateIndex
CREATE UNIQUE INDEX "TrainingCategory_nameKey_key" ON "TrainingCategory"("nameKey");

-- CreateIndex
CREATE INDEX "Training_groupId_rank_id_idx" ON "Training"("groupId", "rank", "id" DESC);

-- CreateIndex
CREATE INDEX "Training_categoryId_idx" ON "Training"("categoryId");

-- CreateIndex
CREATE INDEX "Training_ownerId_idx" ON "Training"("ownerId");

-- CreateIndex
CREATE INDEX "TrainingProblem_trainingId_rank_id_idx" ON "TrainingProblem"("trainingId", "rank", "id");

-- CreateIndex
CREATE INDEX "TrainingProblem_problemId_idx" ON "TrainingProblem"("problemId");

-- CreateIndex
CREATE UNIQUE INDEX "TrainingProblem_trainingId_problemId_key" ON "TrainingProblem"("trainingId", "problemId");

-- CreateIndex
CREATE INDEX "TrainingRegistration_trainingId_solved_timeMs_registeredAt__idx" ON "TrainingRegistration"("trainingId", "solved" DESC, "timeMs", "registeredAt", "userId");

-- CreateIndex
CREATE INDEX "TrainingRegistration_userId_idx" ON "TrainingRegistration"("userId");

-- CreateIndex
CREATE INDEX "TrainingCell_problemId_idx" ON "TrainingCell"("problemId");

-- AddForeignKey
ALTER TABLE "Training" ADD CONSTRAINT "Training_categoryId_fkey" FOREIGN KEY ("categoryId") REFERENCES "TrainingCategory"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Training" ADD CONSTRAINT "Training_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Training" ADD CONSTRAINT "Training_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingProblem" ADD CONSTRAINT "TrainingProblem_trainingId_fkey" FOREIGN KEY ("trainingId") REFERENCES "Training"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingProblem" ADD CONSTRAINT "TrainingProblem_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingRegistration" ADD CONSTRAINT "TrainingRegistration_trainingId_fkey" FOREIGN KEY ("trainingId") REFERENCES "Training"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingRegistration" ADD CONSTRAINT "TrainingRegistration_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TrainingCell" ADD CONSTRAINT "TrainingCell_trainingId_userId_fkey" FOREIGN KEY ("trainingId", "userId") REFERENCES "TrainingRegistration"("trainingId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counts the results of registered users in problems of trainings again: an acceptance counts whenever it was submitted,
-- another try only from the registration on (area-rules T6, T7). Null people or problems: all. The rows of the rank are
-- locked first, in one order, so that two submissions of a person at once are both in its sums.
CREATE FUNCTION recount_trainings(trainings integer[], people text[], problems integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "TrainingRegistration" r
  WHERE r."trainingId" = ANY (trainings) AND (people IS NULL OR r."userId" = ANY (people))
  ORDER BY r."trainingId", r."userId" FOR NO KEY UPDATE;

  WITH pair AS (
    SELECT r."trainingId", r."userId", r."registeredAt", t."problemId", p."groupId"
    FROM "TrainingRegistration" r
    JOIN "TrainingProblem" t ON t."trainingId" = r."trainingId"
    JOIN "Problem" p ON p."id" = t."problemId"
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
    ) AS best
    LEFT JOIN LATERAL (
      SELECT s."countedVerdict", s."score" FROM "Submission" s
      WHERE s."userId" = pair."userId" AND s."problemId" = pair."problemId" AND s."contestId" IS NULL
        AND (s."groupId" IS NULL OR s."groupId" = pair."groupId") AND s."createdAt" >= pair."registeredAt"
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

-- Adds up the cells of rows of the rank.
CREATE FUNCTION sum_trainings(trainings integer[], people text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE "TrainingRegistration" r SET "solved" = sums."solved", "timeMs" = sums."timeMs"
  FROM (
    SELECT one."trainingId", one."userId", (count(c.*) FILTER (WHERE c."verdict" = 'ACCEPTED'))::int AS "solved",
      least(coalesce(sum(c."timeMs"), 0), 2147483647)::int AS "timeMs"
    FROM "TrainingRegistration" one
    LEFT JOIN "TrainingCell" c ON c."trainingId" = one."trainingId" AND c."userId" = one."userId"
    WHERE one."trainingId" = ANY (trainings) AND (people IS NULL OR one."userId" = ANY (people))
    GROUP BY one."trainingId", one."userId"
  ) AS sums
  WHERE r."trainingId" = sums."trainingId" AND r."userId" = sums."userId"
    AND (r."solved", r."timeMs") IS DISTINCT FROM (sums."solved", sums."timeMs")
$$;

-- Says once for each transaction that the rank of a training changed.
CREATE FUNCTION tell_training_rank(training integer) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('events', json_build_object('name', 'training.ranked', 'payload',
    json_build_object('trainingId', training))::text)
$$;

-- Judge hosts, whose role may not touch trainings, write the run times of rejudged submissions.
CREATE FUNCTION training_submitted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  found integer[];
BEGIN
  SELECT array_agg(r."trainingId" ORDER BY r."trainingId") INTO found
  FROM "TrainingRegistration" r JOIN "TrainingProblem" t ON t."trainingId" = r."trainingId"
  WHERE r."userId" = NEW."userId" AND t."problemId" = NEW."problemId";
  IF found IS NOT NULL THEN
    PERFORM recount_trainings(found, ARRAY[NEW."userId"], ARRAY[NEW."problemId"]);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Submission_training_sent" AFTER INSERT ON "Submission" FOR EACH ROW
  WHEN (NEW."contestId" IS NULL AND NEW."countedVerdict" IS NOT NULL)
  EXECUTE FUNCTION training_submitted();
CREATE TRIGGER "Submission_training_counted" AFTER UPDATE OF "countedVerdict", "timeMs", "score" ON "Submission"
  FOR EACH ROW WHEN (NEW."contestId" IS NULL AND (OLD."countedVerdict" IS NOT NULL OR NEW."countedVerdict" IS NOT NULL)
    AND (OLD."countedVerdict", OLD."timeMs", OLD."score")
      IS DISTINCT FROM (NEW."countedVerdict", NEW."timeMs", NEW."score"))
  EXECUTE FUNCTION training_submitted();

CREATE FUNCTION training_problem_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_trainings(ARRAY[NEW."trainingId"], NULL, ARRAY[NEW."problemId"]);
  PERFORM tell_training_rank(NEW."trainingId");
  RETURN NULL;
END $$;

CREATE FUNCTION training_problem_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "TrainingRegistration" r WHERE r."trainingId" = OLD."trainingId" ORDER BY r."userId" FOR NO KEY UPDATE;
  DELETE FROM "TrainingCell" WHERE "trainingId" = OLD."trainingId" AND "problemId" = OLD."problemId";
  PERFORM sum_trainings(ARRAY[OLD."trainingId"], NULL);
  PERFORM tell_training_rank(OLD."trainingId");
  RETURN NULL;
END $$;

CREATE TRIGGER "TrainingProblem_come" AFTER INSERT ON "TrainingProblem" FOR EACH ROW
  EXECUTE FUNCTION training_problem_come();
CREATE TRIGGER "TrainingProblem_gone" AFTER DELETE ON "TrainingProblem" FOR EACH ROW
  EXECUTE FUNCTION training_problem_gone();

CREATE FUNCTION training_registered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_trainings(ARRAY[NEW."trainingId"], ARRAY[NEW."userId"], NULL);
  PERFORM tell_training_rank(NEW."trainingId");
  RETURN NULL;
END $$;

CREATE TRIGGER "TrainingRegistration_come" AFTER INSERT ON "TrainingRegistration" FOR EACH ROW
  EXECUTE FUNCTION training_registered();

-- A cell changed or went, alone or with its row.
CREATE FUNCTION training_cell_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_training_rank(coalesce(NEW."trainingId", OLD."trainingId"));
  RETURN NULL;
END $$;

CREATE TRIGGER "TrainingCell_changed" AFTER INSERT OR UPDATE OR DELETE ON "TrainingCell" FOR EACH ROW
  EXECUTE FUNCTION training_cell_changed();
CREATE FUNCTION training_registration_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_training_rank(OLD."trainingId");
  RETURN NULL;
END $$;
CREATE TRIGGER "TrainingRegistration_gone" AFTER DELETE ON "TrainingRegistration" FOR EACH ROW
  EXECUTE FUNCTION training_registration_gone();
