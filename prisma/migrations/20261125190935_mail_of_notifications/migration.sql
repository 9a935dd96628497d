-- CreateEnum
CREATE TYPE "MailPace" AS ENUM ('HOURLY', 'DAILY');

-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "digestId" INTEGER,
ADD COLUMN     "mailedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "emailVerified" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "mailKinds" "NotificationKind"[] DEFAULT ARRAY['MINE']::"NotificationKind"[],
ADD COLUMN     "mailPace" "MailPace" NOT NULL DEFAULT 'HOURLY';

-- CreateTable
CREATE TABLE "MailTurn" (
    "userId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "digestAt" TIMESTAMPTZ(3),
    "alertAt" TIMESTAMPTZ(3),

    CONSTRAINT "MailTurn_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Digest" (
    "id" SERIAL NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sendAt" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Digest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "MailTurn_dueAt_idx" ON "MailTurn"("dueAt");

-- CreateIndex
CREATE INDEX "Digest_sendAt_idx" ON "Digest"("sendAt");

-- CreateIndex
CREATE INDEX "Digest_userId_idx" ON "Digest"("userId");

-- CreateIndex
CREATE INDEX "Notification_digestId_idx" ON "Notification"("digestId");

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_digestId_fkey" FOREIGN KEY ("digestId") REFERENCES "Digest"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MailTurn" ADD CONSTRAINT "MailTurn_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Digest" ADD CONSTRAINT "Digest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whatever was told before is not mailed.
UPDATE "Notification" SET "mailedAt" = now() WHERE "readAt" IS NULL;

-- Whoever inserts a notification, its receiver gets a turn: at once for the own account, at most every ten minutes;
-- else ten minutes later, at most once an hour or a day.
CREATE FUNCTION notification_mail_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "MailTurn" AS turn ("userId", "dueAt")
  SELECT n."userId", min(CASE WHEN n."kind" = 'MINE'
      THEN greatest(now(), own."alertAt" + interval '10 minutes')
      ELSE greatest(now() + interval '10 minutes', own."digestAt" +
        CASE u."mailPace" WHEN 'DAILY' THEN interval '1 day' ELSE interval '1 hour' END) END)
  FROM inserted n JOIN "User" u ON u."id" = n."userId" LEFT JOIN "MailTurn" own ON own."userId" = n."userId"
  WHERE n."readAt" IS NULL AND n."mailedAt" IS NULL AND n."kind" = ANY(u."mailKinds")
    AND u."emailVerified" AND NOT u."disabled"
  GROUP BY n."userId" ORDER BY n."userId"
  ON CONFLICT ("userId") DO UPDATE SET "dueAt" = least(turn."dueAt", excluded."dueAt");
  RETURN NULL;
END $$;
CREATE TRIGGER notification_mail_due AFTER INSERT ON "Notification"
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION notification_mail_due();
