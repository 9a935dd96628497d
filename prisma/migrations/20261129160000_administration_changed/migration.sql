-- 'administration.changed' of server/events.ts, whoever wrote the row. Columns are those that a list of the administration
-- shows or filters by, or `version`, which every save counts. PostgreSQL tells equal ones of a transaction once.
CREATE FUNCTION tell_administration_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', json_build_object('name', 'administration.changed', 'payload', json_build_object(
    'list', TG_ARGV[0], 'groupId', to_jsonb(coalesce(NEW, OLD))->'groupId'))::text);
  RETURN NULL;
END $$;

CREATE TRIGGER "Problem_administration_changed" AFTER INSERT OR DELETE
  OR UPDATE OF "version", "visibility", "application", "publishAskedAt", "removedAt", "authorId" ON "Problem"
  FOR EACH ROW EXECUTE FUNCTION tell_administration_changed('PROBLEMS');

CREATE TRIGGER "Contest_administration_changed" AFTER INSERT OR DELETE
  OR UPDATE OF "version", "visible", "removedAt", "ownerId", "startsAt", "endsAt", "freezesAt", "thawsAt" ON "Contest"
  FOR EACH ROW EXECUTE FUNCTION tell_administration_changed('CONTESTS');

CREATE TRIGGER "Training_administration_changed" AFTER INSERT OR DELETE
  OR UPDATE OF "version", "visible", "rank", "ownerId", "updatedAt" ON "Training"
  FOR EACH ROW EXECUTE FUNCTION tell_administration_changed('TRAININGS');

CREATE TRIGGER "User_administration_changed" AFTER INSERT OR DELETE
  OR UPDATE OF "username", "email", "role", "disabled", "endedAt", "realname", "titleName", "titleColor" ON "User"
  FOR EACH ROW EXECUTE FUNCTION tell_administration_changed('ACCOUNTS');

CREATE TRIGGER "Tag_administration_changed" AFTER INSERT OR DELETE OR UPDATE ON "Tag"
  FOR EACH ROW EXECUTE FUNCTION tell_administration_changed('TAGS');

CREATE TRIGGER "TagGroup_administration_changed" AFTER INSERT OR DELETE OR UPDATE ON "TagGroup"
  FOR EACH ROW EXECUTE FUNCTION tell_administration_changed('TAGS');

CREATE TRIGGER "AuditEntry_administration_changed" AFTER INSERT ON "AuditEntry"
  FOR EACH ROW EXECUTE FUNCTION tell_administration_changed('AUDIT');
