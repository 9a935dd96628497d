-- AlterTable
ALTER TABLE "Trial" ADD COLUMN     "lessonId" INTEGER;

-- AddForeignKey
ALTER TABLE "Trial" ADD CONSTRAINT "Trial_lessonId_fkey" FOREIGN KEY ("lessonId") REFERENCES "Lesson"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A trial runs code of a problem or of a lesson, never of both.
ALTER TABLE "Trial" ADD CONSTRAINT "Trial_place_check" CHECK ("problemId" IS NULL OR "lessonId" IS NULL);
