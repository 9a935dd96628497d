-- CreateEnum
CREATE TYPE "ReportLabel" AS ENUM ('SPAM', 'ILLEGAL', 'VULGAR', 'FRAUD', 'ABUSE', 'PLAGIARISM');

-- AlterTable
ALTER TABLE "Comment" ADD COLUMN     "discussionId" INTEGER;

-- CreateTable
CREATE TABLE "DiscussionCategory" (
    "id" SERIAL NOT NULL,
    "names" JSONB NOT NULL,
    "rank" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DiscussionCategory_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Discussion" (
    "id" SERIAL NOT NULL,
    "categoryId" INTEGER NOT NULL,
    "problemId" INTEGER,
    "groupId" INTEGER,
    "authorId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "likeCount" INTEGER NOT NULL DEFAULT 0,
    "viewCount" INTEGER NOT NULL DEFAULT 0,
    "commentCount" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Discussion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DiscussionLike" (
    "discussionId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DiscussionLike_pkey" PRIMARY KEY ("discussionId","userId")
);

-- CreateTable
CREATE TABLE "DiscussionReport" (
    "id" SERIAL NOT NULL,
    "discussionId" INTEGER NOT NULL,
    "reporterId" TEXT NOT NULL,
    "labels" "ReportLabel"[],
    "reason" TEXT NOT NULL,
    "checked" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DiscussionReport_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Discussion_groupId_disabled_pinned_id_idx" ON "Discussion"("groupId", "disabled", "pinned" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Discussion_categoryId_groupId_pinned_id_idx" ON "Discussion"("categoryId", "groupId", "pinned" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Discussion_problemId_pinned_id_idx" ON "Discussion"("problemId", "pinned" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Discussion_authorId_id_idx" ON "Discussion"("authorId", "id" DESC);

-- CreateIndex
CREATE INDEX "Discussion_pinned_id_idx" ON "Discussion"("pinned" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Discussion_words_idx" ON "Discussion" USING GIN ("title" gin_trgm_ops, "description" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "DiscussionLike_userId_idx" ON "DiscussionLike"("userId");

-- CreateIndex
CREATE INDEX "DiscussionReport_discussionId_idx" ON "DiscussionReport"("discussionId");

-- CreateIndex
CREATE INDEX "DiscussionReport_reporterId_idx" ON "DiscussionReport"("reporterId");

-- CreateIndex
CREATE INDEX "DiscussionReport_checked_id_idx" ON "DiscussionReport"("checked", "id" DESC);

-- CreateIndex
CREATE INDEX "Comment_discussionId_likeCount_id_idx" ON "Comment"("discussionId", "likeCount" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_discussionId_fkey" FOREIGN KEY ("discussionId") REFERENCES "Discussion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Discussion" ADD CONSTRAINT "Discussion_categoryId_fkey" FOREIGN KEY ("categoryId") REFERENCES "DiscussionCategory"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Discussion" ADD CONSTRAINT "Discussion_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Discussion" ADD CONSTRAINT "Discussion_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Discussion" ADD CONSTRAINT "Discussion_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DiscussionLike" ADD CONSTRAINT "DiscussionLike_discussionId_fkey" FOREIGN KEY ("discussionId") REFERENCES "Discussion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DiscussionLike" ADD CONSTRAINT "DiscussionLike_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DiscussionReport" ADD CONSTRAINT "DiscussionReport_discussionId_fkey" FOREIGN KEY ("discussionId") REFERENCES "Discussion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DiscussionReport" ADD CONSTRAINT "DiscussionReport_reporterId_fkey" FOREIGN KEY ("reporterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A comment is about one subject.
ALTER TABLE "Comment" DROP CONSTRAINT "Comment_subject_check";
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_subject_check" CHECK (num_nonnulls("contestId", "discussionId") = 1);

-- A person has at most one report of a post that is not checked.
CREATE UNIQUE INDEX "DiscussionReport_open_key" ON "DiscussionReport"("discussionId", "reporterId") WHERE NOT "checked";

INSERT INTO "DiscussionCategory" ("names", "rank") VALUES
  ('{"zh-CN": "闲聊", "en-US": "Chat"}', 1),
  ('{"zh-CN": "题解", "en-US": "Solutions"}', 2),
  ('{"zh-CN": "求助", "en-US": "Help"}', 3),
  ('{"zh-CN": "建议", "en-US": "Suggestions"}', 4),
  ('{"zh-CN": "记录", "en-US": "Notes"}', 5);

-- Discussion.commentCount: comments and replies, by any writer.
CREATE FUNCTION discussion_comment_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."discussionId" IS NOT NULL THEN
    UPDATE "Discussion" SET "commentCount" = "commentCount" + 1 WHERE "id" = NEW."discussionId";
  END IF;
  RETURN NULL;
END $$;

-- Its replies go with the comment; their own trigger finds no comment then.
CREATE FUNCTION discussion_comment_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."discussionId" IS NOT NULL THEN
    UPDATE "Discussion"
    SET "commentCount" = "commentCount" - 1 - (SELECT count(*) FROM "Reply" WHERE "commentId" = OLD."id")
    WHERE "id" = OLD."discussionId";
  END IF;
  RETURN OLD;
END $$;

CREATE FUNCTION discussion_reply_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
  beneath integer := CASE TG_OP WHEN 'INSERT' THEN NEW."commentId" ELSE OLD."commentId" END;
BEGIN
  UPDATE "Discussion" d SET "commentCount" = d."commentCount" + step
  FROM "Comment" c WHERE c."id" = beneath AND d."id" = c."discussionId";
  RETURN NULL;
END $$;

CREATE TRIGGER discussion_comment_come AFTER INSERT ON "Comment"
  FOR EACH ROW EXECUTE FUNCTION discussion_comment_come();
CREATE TRIGGER discussion_comment_gone BEFORE DELETE ON "Comment"
  FOR EACH ROW EXECUTE FUNCTION discussion_comment_gone();
CREATE TRIGGER discussion_reply_moved AFTER INSERT OR DELETE ON "Reply"
  FOR EACH ROW EXECUTE FUNCTION discussion_reply_moved();
