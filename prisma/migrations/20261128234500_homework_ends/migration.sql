-- When the last student's time ends; null: never. Extensions of people who are no plain members of the group any more do
-- not count (area-rules T13). Volatile, so that a caller who waited for a lock reads what was committed meanwhile.
CREATE FUNCTION homework_end(training int) RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN h."latePercent" > 0 AND h."lateUntil" IS NULL THEN NULL
    ELSE greatest(h."dueAt", CASE WHEN h."latePercent" > 0 THEN h."lateUntil" END,
      (SELECT max(e."dueAt") FROM "HomeworkExtension" e
       JOIN "GroupMember" m ON m."userId" = e."userId" AND m."groupId" = t."groupId" AND m."standing" = 'MEMBER'
       WHERE e."trainingId" = h."trainingId")) END
  FROM "Homework" h JOIN "Training" t ON t."id" = h."trainingId" WHERE h."trainingId" = training
$$;

-- People joined, left or changed their standing: the homework of their groups ends with the extensions of those who are
-- there now. The homework is locked first, so that an extension given at the same time is seen. Joining finds no extension
-- but that of a former member, and locks nothing without one.
CREATE FUNCTION homework_ends_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found int[];
BEGIN
  SELECT array_agg(h."trainingId") INTO found FROM (
    SELECT h."trainingId" FROM "Homework" h JOIN "Training" t ON t."id" = h."trainingId"
    WHERE t."groupId" IN (SELECT "groupId" FROM changed) AND (TG_OP <> 'INSERT' OR EXISTS (
      SELECT FROM "HomeworkExtension" e JOIN changed c ON c."userId" = e."userId" AND c."groupId" = t."groupId"
      WHERE e."trainingId" = h."trainingId"))
    ORDER BY h."trainingId" FOR NO KEY UPDATE OF h) h;
  IF found IS NULL THEN RETURN NULL; END IF;
  WITH moved AS (
    UPDATE "Homework" h SET "endsAt" = homework_end(h."trainingId")
    WHERE h."trainingId" = ANY (found) AND h."endsAt" IS DISTINCT FROM homework_end(h."trainingId")
    RETURNING h."trainingId"
  )
  SELECT array_agg("trainingId") INTO found FROM moved;
  PERFORM pg_notify('events', json_build_object('name', 'homework.changed', 'payload', json_build_object(
    'trainingId', t."id", 'groupId', t."groupId", 'userId', NULL))::text)
  FROM "Training" t WHERE t."id" = ANY (found);
  RETURN NULL;
END $$;

CREATE TRIGGER "GroupMember_then_homework_added" AFTER INSERT ON "GroupMember" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION homework_ends_changed();
CREATE TRIGGER "GroupMember_then_homework_changed" AFTER UPDATE ON "GroupMember" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION homework_ends_changed();
CREATE TRIGGER "GroupMember_then_homework_removed" AFTER DELETE ON "GroupMember" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION homework_ends_changed();

UPDATE "Homework" h SET "endsAt" = homework_end(h."trainingId")
WHERE h."endsAt" IS DISTINCT FROM homework_end(h."trainingId");
