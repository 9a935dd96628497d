-- Submissions of officials of a contest stay uncounted when their authors lose the role, the group or the account.
ALTER TABLE "Submission" ADD COLUMN "byOfficial" BOOLEAN NOT NULL DEFAULT false;

UPDATE "Submission" s SET "byOfficial" = true
FROM "Contest" c, "User" u
WHERE c."id" = s."contestId" AND u."id" = s."userId" AND (
  u."id" = c."ownerId" OR u."role" = 'ROOT'
  OR EXISTS (SELECT FROM "Group" g WHERE g."id" = c."groupId" AND g."ownerId" = u."id")
  OR EXISTS (SELECT FROM "GroupMember" m
    WHERE m."groupId" = c."groupId" AND m."userId" = u."id" AND m."standing" = 'ROOT'));
