-- A word to the whole site is a notice; announcements belong to contests.
ALTER TABLE "Announcement" RENAME TO "SiteNotice";
ALTER TABLE "SiteNotice" RENAME CONSTRAINT "Announcement_pkey" TO "SiteNotice_pkey";
ALTER TABLE "SiteNotice" RENAME CONSTRAINT "Announcement_authorId_fkey" TO "SiteNotice_authorId_fkey";
ALTER INDEX "Announcement_hidden_createdAt_id_idx" RENAME TO "SiteNotice_hidden_createdAt_id_idx";
ALTER SEQUENCE "Announcement_id_seq" RENAME TO "SiteNotice_id_seq";
