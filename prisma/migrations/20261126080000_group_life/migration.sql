-- Members have a number: `id` of REST rows, and the key of their rows in streams.
ALTER TABLE "GroupMember" ADD COLUMN "id" SERIAL NOT NULL;
CREATE UNIQUE INDEX "GroupMember_id_key" ON "GroupMember"("id");

-- CreateTable
CREATE TABLE "GroupNotice" (
    "id" SERIAL NOT NULL,
    "groupId" INTEGER NOT NULL,
    "authorId" TEXT,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GroupNotice_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "GroupNotice_groupId_id_idx" ON "GroupNotice"("groupId", "id" DESC);
CREATE INDEX "GroupNotice_authorId_idx" ON "GroupNotice"("authorId");
ALTER TABLE "GroupNotice" ADD CONSTRAINT "GroupNotice_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "GroupNotice" ADD CONSTRAINT "GroupNotice_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- 'membership.changed' names the row of GroupMember, and whether it was there before.
DROP TRIGGER "GroupMember_added" ON "GroupMember";
DROP TRIGGER "GroupMember_removed" ON "GroupMember";
DROP TRIGGER "GroupMember_changed" ON "GroupMember";
DROP FUNCTION tell_memberships();
DROP FUNCTION tell_moved_memberships();
DROP FUNCTION tell_membership(text, int);

CREATE FUNCTION tell_membership(user_id text, group_id int, member_id int, was_there boolean) RETURNS void
  LANGUAGE sql AS $$
  SELECT pg_notify('events', json_build_object('name', 'membership.changed', 'payload', json_build_object(
    'userId', user_id, 'groupId', group_id, 'memberId', member_id, 'wasThere', was_there))::text)
$$;

CREATE FUNCTION tell_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_standing(array(SELECT DISTINCT "userId" FROM changed));
  PERFORM tell_membership("userId", "groupId", "id", TG_OP = 'DELETE') FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION tell_moved_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_standing(array(SELECT "userId" FROM before UNION SELECT "userId" FROM changed));
  PERFORM tell_membership("userId", "groupId", "id", true)
  FROM (SELECT "userId", "groupId", "id" FROM before UNION SELECT "userId", "groupId", "id" FROM changed) touched;
  RETURN NULL;
END $$;

CREATE TRIGGER "GroupMember_added" AFTER INSERT ON "GroupMember" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_memberships();
CREATE TRIGGER "GroupMember_removed" AFTER DELETE ON "GroupMember" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_memberships();
CREATE TRIGGER "GroupMember_changed" AFTER UPDATE ON "GroupMember" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_moved_memberships();

-- 'group.changed' tells of every change of a group's row, and whether the list of the site had it before. Equal
-- notifications of a transaction are one.
DROP TRIGGER "Group_visible_changed" ON "Group";
DROP FUNCTION tell_group_visible();
DROP TRIGGER "Group_standing_added" ON "Group";
DROP TRIGGER "Group_standing_changed" ON "Group";
DROP FUNCTION tell_group_standing();
DROP FUNCTION tell_group_changed(int);

CREATE FUNCTION tell_group_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_listed boolean := TG_OP <> 'INSERT' AND OLD."visible" AND NOT OLD."disabled" AND OLD."disbandedAt" IS NULL;
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD."ownerId" <> NEW."ownerId" OR OLD."disabled" <> NEW."disabled"
    OR (OLD."disbandedAt" IS NULL) <> (NEW."disbandedAt" IS NULL)
  THEN
    PERFORM count_standing(array(
      SELECT "userId" FROM "GroupMember" WHERE "groupId" = coalesce(NEW."id", OLD."id")
      UNION SELECT OLD."ownerId" UNION SELECT NEW."ownerId"));
  END IF;
  PERFORM pg_notify('events', json_build_object('name', 'group.changed', 'payload', json_build_object(
    'groupId', coalesce(NEW."id", OLD."id"), 'wasListed', was_listed))::text);
  RETURN NULL;
END $$;

CREATE TRIGGER "Group_added" AFTER INSERT OR DELETE ON "Group" FOR EACH ROW EXECUTE FUNCTION tell_group_row();
CREATE TRIGGER "Group_changed" AFTER UPDATE ON "Group" FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'updatedAt' IS DISTINCT FROM to_jsonb(NEW) - 'updatedAt')
  EXECUTE FUNCTION tell_group_row();
