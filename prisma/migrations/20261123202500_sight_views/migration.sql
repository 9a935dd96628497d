-- Comparisons of columns of two tables, which filters of sight need and Prisma cannot say: joined to single rows by
-- their key, never read as a whole.
CREATE VIEW "FrozenSubmission" AS
SELECT s."id" AS "submissionId" FROM "Submission" s JOIN "Contest" c ON c."id" = s."contestId"
WHERE s."createdAt" >= c."freezesAt";

-- Whose word is official in a contest, but for roles on the site (`officials` of server/policy/officials.ts).
CREATE VIEW "CommentByOfficial" AS
SELECT m."id" AS "commentId" FROM "Comment" m JOIN "Contest" c ON c."id" = m."contestId"
WHERE m."authorId" = c."ownerId"
  OR EXISTS (SELECT FROM "Group" g WHERE g."id" = c."groupId" AND g."ownerId" = m."authorId")
  OR EXISTS (SELECT FROM "GroupMember" r
    WHERE r."groupId" = c."groupId" AND r."userId" = m."authorId" AND r."standing" = 'ROOT');

CREATE VIEW "ReplyByOfficial" AS
SELECT a."id" AS "replyId" FROM "Reply" a JOIN "Comment" m ON m."id" = a."commentId"
  JOIN "Contest" c ON c."id" = m."contestId"
WHERE a."authorId" = c."ownerId"
  OR EXISTS (SELECT FROM "Group" g WHERE g."id" = c."groupId" AND g."ownerId" = a."authorId")
  OR EXISTS (SELECT FROM "GroupMember" r
    WHERE r."groupId" = c."groupId" AND r."userId" = a."authorId" AND r."standing" = 'ROOT');
