-- 'group.changed' of server/events.ts, whoever changed the row: who sees a group, whether it is open, and whose it is. It
-- takes the place of a 'membership.changed' about nobody in particular; 'visible' was told of by nothing.
CREATE FUNCTION tell_group_changed(group_id int) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('events', json_build_object('name', 'group.changed', 'payload',
    json_build_object('groupId', group_id))::text)
$$;

CREATE OR REPLACE FUNCTION tell_group_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_standing(array(
    SELECT "userId" FROM "GroupMember" WHERE "groupId" = coalesce(NEW."id", OLD."id")
    UNION SELECT OLD."ownerId" UNION SELECT NEW."ownerId"));
  PERFORM tell_group_changed(coalesce(NEW."id", OLD."id"));
  RETURN NULL;
END $$;

CREATE FUNCTION tell_group_visible() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_group_changed(NEW."id");
  RETURN NULL;
END $$;

CREATE TRIGGER "Group_visible_changed" AFTER UPDATE OF "visible" ON "Group" FOR EACH ROW
  WHEN (OLD."visible" <> NEW."visible")
  EXECUTE FUNCTION tell_group_visible();
