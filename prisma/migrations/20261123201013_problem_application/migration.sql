-- CreateEnum
CREATE TYPE "ProblemApplication" AS ENUM ('ASKED', 'APPROVED', 'REFUSED');

-- AlterTable
ALTER TABLE "Problem" ADD COLUMN     "application" "ProblemApplication",
ADD COLUMN     "approvedAt" TIMESTAMPTZ(3);

-- Which states there are of a problem of the site, and of a group's. Only what members see already is proposed to the
-- site, and only what was approved is public.
ALTER TABLE "Problem" ADD CONSTRAINT "Problem_state_check" CHECK (
  CASE
    WHEN "groupId" IS NULL THEN "visibility" <> 'GROUP' AND "application" IS NULL AND "approvedAt" IS NULL
    WHEN "visibility" = 'PUBLIC' THEN "application" IS NOT DISTINCT FROM 'APPROVED' AND "approvedAt" IS NOT NULL
    WHEN "visibility" = 'GROUP' THEN "application" IS DISTINCT FROM 'APPROVED'
    ELSE "application" IS NULL OR "application" = 'REFUSED'
  END
);
