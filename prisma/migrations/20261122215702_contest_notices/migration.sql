-- CreateTable
CREATE TABLE "ContestNotice" (
    "id" SERIAL NOT NULL,
    "contestId" INTEGER NOT NULL,
    "authorId" TEXT,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ContestNotice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ContestNotice_contestId_id_idx" ON "ContestNotice"("contestId", "id" DESC);

-- AddForeignKey
ALTER TABLE "ContestNotice" ADD CONSTRAINT "ContestNotice_contestId_fkey" FOREIGN KEY ("contestId") REFERENCES "Contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContestNotice" ADD CONSTRAINT "ContestNotice_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
