-- CreateEnum
CREATE TYPE "NotificationAction" AS ENUM ('COMMENT', 'REPLY', 'MENTION', 'LIKE_POST', 'LIKE_COMMENT');

-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "action" "NotificationAction",
ADD COLUMN     "quote" TEXT,
ADD COLUMN     "quoted" TEXT,
ADD COLUMN     "senderId" TEXT,
ADD COLUMN     "sourceTitle" TEXT,
ADD COLUMN     "words" TEXT;

-- CreateTable
CREATE TABLE "RemovedNotification" (
    "userId" TEXT NOT NULL,
    "dedupeKey" TEXT NOT NULL,

    CONSTRAINT "RemovedNotification_pkey" PRIMARY KEY ("userId","dedupeKey")
);

-- CreateIndex
CREATE INDEX "Notification_userId_kind_id_idx" ON "Notification"("userId", "kind", "id" DESC);

-- CreateIndex
CREATE INDEX "Notification_senderId_idx" ON "Notification"("senderId");

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_senderId_fkey" FOREIGN KEY ("senderId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RemovedNotification" ADD CONSTRAINT "RemovedNotification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
