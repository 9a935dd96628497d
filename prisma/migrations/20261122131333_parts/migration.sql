-- CreateEnum
CREATE TYPE "FileUse" AS ENUM ('AVATAR', 'SLIDE', 'MARKDOWN_PICTURE', 'MARKDOWN_FILE');

-- AlterEnum
ALTER TYPE "ChallengeKind" ADD VALUE 'EMAIL_CODE';

-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "dedupeKey" TEXT,
ADD COLUMN     "link" TEXT,
ADD COLUMN     "subject" TEXT;

-- AlterTable
ALTER TABLE "Setting" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "SiteNotice" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "locale" TEXT,
ADD COLUMN     "theme" TEXT,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "File" (
    "id" TEXT NOT NULL,
    "use" "FileUse" NOT NULL,
    "name" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "ownerId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "File_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FileReference" (
    "fileId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,

    CONSTRAINT "FileReference_pkey" PRIMARY KEY ("fileId","subject")
);

-- CreateIndex
CREATE INDEX "File_ownerId_use_idx" ON "File"("ownerId", "use");

-- CreateIndex
CREATE INDEX "File_createdAt_idx" ON "File"("createdAt");

-- CreateIndex
CREATE INDEX "FileReference_subject_idx" ON "FileReference"("subject");

-- CreateIndex
CREATE INDEX "Notification_userId_id_idx" ON "Notification"("userId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_userId_dedupeKey_key" ON "Notification"("userId", "dedupeKey");

-- AddForeignKey
ALTER TABLE "File" ADD CONSTRAINT "File_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileReference" ADD CONSTRAINT "FileReference_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Pictures of slides become files under the hash that their address has already.
ALTER TABLE "CarouselSlide" ADD COLUMN "fileId" TEXT,
ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

INSERT INTO "File" ("id", "use", "name", "mediaType", "size", "hash", "place")
SELECT DISTINCT ON (s."imageHash") s."imageHash", 'SLIDE', s."imageHash", s."mediaType", b."size", s."imageHash",
    substr(s."imageHash", 1, 2) || '/' || s."imageHash"
FROM "CarouselSlide" s JOIN "Blob" b ON b."hash" = s."imageHash";

DELETE FROM "CarouselSlide" WHERE "imageHash" NOT IN (SELECT "id" FROM "File");
UPDATE "CarouselSlide" SET "fileId" = "imageHash";
INSERT INTO "FileReference" ("fileId", "subject") SELECT "fileId", 'CarouselSlide:' || "id" FROM "CarouselSlide";

ALTER TABLE "CarouselSlide" ALTER COLUMN "fileId" SET NOT NULL,
DROP COLUMN "imageHash",
DROP COLUMN "mediaType";

-- AddForeignKey
ALTER TABLE "CarouselSlide" ADD CONSTRAINT "CarouselSlide_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
