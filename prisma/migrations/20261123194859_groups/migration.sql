-- CreateEnum
CREATE TYPE "GroupAccess" AS ENUM ('PUBLIC', 'APPLICATION', 'CODE');

-- CreateEnum
CREATE TYPE "GroupStanding" AS ENUM ('APPLIED', 'REFUSED', 'MEMBER', 'ADMIN', 'ROOT');

-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "groupId" INTEGER;

-- AlterTable
ALTER TABLE "Contest" ADD COLUMN     "groupId" INTEGER;

-- AlterTable
ALTER TABLE "File" ADD COLUMN     "groupId" INTEGER;

-- AlterTable
ALTER TABLE "Operation" ADD COLUMN     "groupId" INTEGER;

-- AlterTable
ALTER TABLE "Problem" ADD COLUMN     "groupId" INTEGER;

-- AlterTable
ALTER TABLE "Tag" ADD COLUMN     "groupId" INTEGER;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "standing" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "Group" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "shortName" TEXT NOT NULL,
    "shortNameKey" TEXT NOT NULL,
    "brief" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "avatar" TEXT,
    "ownerId" TEXT NOT NULL,
    "access" "GroupAccess" NOT NULL DEFAULT 'PUBLIC',
    "code" TEXT,
    "visible" BOOLEAN NOT NULL DEFAULT true,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "disbandedAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GroupMember" (
    "groupId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "standing" "GroupStanding" NOT NULL,
    "reason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GroupMember_pkey" PRIMARY KEY ("groupId","userId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Group_nameKey_key" ON "Group"("nameKey");

-- CreateIndex
CREATE UNIQUE INDEX "Group_shortNameKey_key" ON "Group"("shortNameKey");

-- CreateIndex
CREATE INDEX "Group_ownerId_idx" ON "Group"("ownerId");

-- CreateIndex
CREATE INDEX "Group_visible_id_idx" ON "Group"("visible", "id" DESC);

-- CreateIndex
CREATE INDEX "GroupMember_groupId_standing_createdAt_idx" ON "GroupMember"("groupId", "standing", "createdAt");

-- CreateIndex
CREATE INDEX "GroupMember_userId_idx" ON "GroupMember"("userId");

-- CreateIndex
CREATE INDEX "AuditEntry_groupId_id_idx" ON "AuditEntry"("groupId", "id");

-- CreateIndex
CREATE INDEX "Contest_groupId_startsAt_id_idx" ON "Contest"("groupId", "startsAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "File_groupId_idx" ON "File"("groupId");

-- CreateIndex
CREATE INDEX "Operation_groupId_id_idx" ON "Operation"("groupId", "id");

-- CreateIndex
CREATE INDEX "Problem_groupId_sortKey_id_idx" ON "Problem"("groupId", "sortKey", "id");

-- CreateIndex
CREATE INDEX "Tag_groupId_idx" ON "Tag"("groupId");

-- AddForeignKey
ALTER TABLE "Contest" ADD CONSTRAINT "Contest_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "File" ADD CONSTRAINT "File_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Group" ADD CONSTRAINT "Group_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Operation" ADD CONSTRAINT "Operation_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Problem" ADD CONSTRAINT "Problem_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Tag" ADD CONSTRAINT "Tag_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What groups let people do is another thing from now on, whoever wrote the row ('membership.changed' of
-- server/events.ts). Rows of "User" are locked in one order, so that two who change many cannot wait for each other.
CREATE FUNCTION count_standing(users text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE "User" SET "standing" = "standing" + 1
  FROM (SELECT "id" FROM "User" WHERE "id" = any(users) ORDER BY "id" FOR NO KEY UPDATE) locked
  WHERE "User"."id" = locked."id"
$$;

CREATE FUNCTION tell_membership(user_id text, group_id int) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('events', json_build_object('name', 'membership.changed', 'payload',
    json_build_object('userId', user_id, 'groupId', group_id))::text)
$$;

CREATE FUNCTION tell_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_standing(array(SELECT DISTINCT "userId" FROM changed));
  PERFORM tell_membership("userId", "groupId") FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION tell_moved_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_standing(array(SELECT "userId" FROM before UNION SELECT "userId" FROM changed));
  PERFORM tell_membership("userId", "groupId")
  FROM (SELECT "userId", "groupId" FROM before UNION SELECT "userId", "groupId" FROM changed) touched;
  RETURN NULL;
END $$;

CREATE TRIGGER "GroupMember_added" AFTER INSERT ON "GroupMember" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_memberships();
CREATE TRIGGER "GroupMember_removed" AFTER DELETE ON "GroupMember" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_memberships();
CREATE TRIGGER "GroupMember_changed" AFTER UPDATE ON "GroupMember" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_moved_memberships();

-- All who are in it, and whose it was and is.
CREATE FUNCTION tell_group_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_standing(array(
    SELECT "userId" FROM "GroupMember" WHERE "groupId" = coalesce(NEW."id", OLD."id")
    UNION SELECT OLD."ownerId" UNION SELECT NEW."ownerId"));
  PERFORM tell_membership(NULL, coalesce(NEW."id", OLD."id"));
  RETURN NULL;
END $$;

CREATE TRIGGER "Group_standing_added" AFTER INSERT OR DELETE ON "Group" FOR EACH ROW
  EXECUTE FUNCTION tell_group_standing();
CREATE TRIGGER "Group_standing_changed" AFTER UPDATE OF "ownerId", "disabled", "disbandedAt" ON "Group" FOR EACH ROW
  WHEN (OLD."ownerId" <> NEW."ownerId" OR OLD."disabled" <> NEW."disabled"
        OR (OLD."disbandedAt" IS NULL) <> (NEW."disbandedAt" IS NULL))
  EXECUTE FUNCTION tell_group_standing();
