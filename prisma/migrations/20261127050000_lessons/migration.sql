-- AlterEnum
ALTER TYPE "FileUse" ADD VALUE 'VIDEO';

-- CreateTable
CREATE TABLE "Lesson" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "keyLower" TEXT NOT NULL,
    "parentId" INTEGER,
    "rank" INTEGER NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "article" TEXT NOT NULL DEFAULT '',
    "videoId" TEXT,
    "posterUrl" TEXT,
    "durationSeconds" DOUBLE PRECISION,
    "authorId" TEXT,
    "viewCount" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Lesson_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LessonProblem" (
    "lessonId" INTEGER NOT NULL,
    "problemId" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,

    CONSTRAINT "LessonProblem_pkey" PRIMARY KEY ("lessonId","problemId")
);

-- CreateTable
CREATE TABLE "LessonProgress" (
    "userId" TEXT NOT NULL,
    "lessonId" INTEGER NOT NULL,
    "doneAt" TIMESTAMPTZ(3),
    "seconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LessonProgress_pkey" PRIMARY KEY ("userId","lessonId")
);

-- CreateTable
CREATE TABLE "Video" (
    "id" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unusedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Video_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "VideoPart" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "md5" TEXT NOT NULL,
    "size" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "VideoPart_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Lesson_keyLower_key" ON "Lesson"("keyLower");

-- CreateIndex
CREATE INDEX "Lesson_parentId_rank_id_idx" ON "Lesson"("parentId", "rank", "id");

-- CreateIndex
CREATE INDEX "Lesson_videoId_idx" ON "Lesson"("videoId");

-- CreateIndex
CREATE INDEX "Lesson_authorId_idx" ON "Lesson"("authorId");

-- CreateIndex
CREATE INDEX "LessonProblem_problemId_idx" ON "LessonProblem"("problemId");

-- CreateIndex
CREATE INDEX "LessonProgress_lessonId_idx" ON "LessonProgress"("lessonId");

-- CreateIndex
CREATE UNIQUE INDEX "Video_fileId_key" ON "Video"("fileId");

-- CreateIndex
CREATE INDEX "Video_unusedAt_idx" ON "Video"("unusedAt");

-- CreateIndex
CREATE INDEX "VideoPart_updatedAt_idx" ON "VideoPart"("updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "VideoPart_ownerId_md5_key" ON "VideoPart"("ownerId", "md5");

-- AddForeignKey
ALTER TABLE "Lesson" ADD CONSTRAINT "Lesson_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Lesson"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lesson" ADD CONSTRAINT "Lesson_videoId_fkey" FOREIGN KEY ("videoId") REFERENCES "Video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Lesson" ADD CONSTRAINT "Lesson_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LessonProblem" ADD CONSTRAINT "LessonProblem_lessonId_fkey" FOREIGN KEY ("lessonId") REFERENCES "Lesson"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LessonProblem" ADD CONSTRAINT "LessonProblem_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LessonProgress" ADD CONSTRAINT "LessonProgress_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LessonProgress" ADD CONSTRAINT "LessonProgress_lessonId_fkey" FOREIGN KEY ("lessonId") REFERENCES "Lesson"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Video" ADD CONSTRAINT "Video_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VideoPart" ADD CONSTRAINT "VideoPart_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
