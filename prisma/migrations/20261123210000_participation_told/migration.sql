-- A new name may take somebody into a contest or out of it: 'participation.changed' of server/events.ts.
CREATE OR REPLACE FUNCTION refit_user() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  refitted int;
BEGIN
  FOR refitted IN
    UPDATE "Participation" p SET "fits" = fits_account_rule(c."accountRule", u."username")
    FROM "Contest" c, "User" u
    WHERE c."id" = p."contestId" AND u."id" = p."userId" AND u."id" = NEW."id"
      AND p."fits" <> fits_account_rule(c."accountRule", u."username")
    RETURNING p."contestId"
  LOOP
    PERFORM pg_notify('events', json_build_object('name', 'participation.changed', 'payload',
      json_build_object('contestId', refitted, 'userId', NEW."id"))::text);
  END LOOP;
  RETURN NULL;
END $$;
