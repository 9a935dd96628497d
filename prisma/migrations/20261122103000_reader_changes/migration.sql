-- Tells open connections that somebody may see other things from now on, whoever changed the row ('reader.changed' of
-- server/events.ts). A trigger takes a short lock on the table and reads no row of it.
CREATE FUNCTION tell_reader_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('name', 'reader.changed', 'payload',
    json_build_object('userId', OLD."id"))::text);
  RETURN NULL;
END $$;

CREATE TRIGGER "User_reader_changed" AFTER UPDATE OF "role", "disabled" ON "User" FOR EACH ROW
  WHEN (OLD."role" IS DISTINCT FROM NEW."role" OR OLD."disabled" IS DISTINCT FROM NEW."disabled")
  EXECUTE FUNCTION tell_reader_changed();

CREATE TRIGGER "User_reader_gone" AFTER DELETE ON "User" FOR EACH ROW EXECUTE FUNCTION tell_reader_changed();
