-- CreateEnum
CREATE TYPE "NoticeAudience" AS ENUM ('ALL', 'SINGLE', 'STAFF');

-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "noticeId" INTEGER;

-- CreateTable
CREATE TABLE "SystemNotice" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "audience" "NoticeAudience" NOT NULL,
    "authorId" TEXT,
    "recipientId" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SystemNotice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SystemNotice_audience_id_idx" ON "SystemNotice"("audience", "id" DESC);

-- CreateIndex
CREATE INDEX "Notification_noticeId_idx" ON "Notification"("noticeId");

-- AddForeignKey
ALTER TABLE "SystemNotice" ADD CONSTRAINT "SystemNotice_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SystemNotice" ADD CONSTRAINT "SystemNotice_recipientId_fkey" FOREIGN KEY ("recipientId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_noticeId_fkey" FOREIGN KEY ("noticeId") REFERENCES "SystemNotice"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new account gets every notice to all that was published before it. The lock orders accounts and notices that are
-- created at the same time (server/modules/systemNotice/systemNotice.ts).
CREATE FUNCTION deliver_past_notices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('systemNotices'), 0);
  INSERT INTO "Notification" ("userId", "kind", "noticeId", "dedupeKey", "createdAt")
  SELECT u."id", 'SYS', n."id", 'SystemNotice:' || n."id", n."createdAt"
  FROM "SystemNotice" n CROSS JOIN added u
  WHERE n."audience" = 'ALL' AND u."endedAt" IS NULL
  ORDER BY n."id"
  ON CONFLICT ("userId", "dedupeKey") DO NOTHING;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "User_past_notices" AFTER INSERT ON "User" REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION deliver_past_notices();
