-- CreateTable
CREATE TABLE "TestUpload" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TestUpload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TestUploadFile" (
    "uploadId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "notes" TEXT[],

    CONSTRAINT "TestUploadFile_pkey" PRIMARY KEY ("uploadId","name")
);

-- CreateIndex
CREATE INDEX "TestUpload_ownerId_idx" ON "TestUpload"("ownerId");

-- CreateIndex
CREATE INDEX "TestUpload_createdAt_idx" ON "TestUpload"("createdAt");

-- AddForeignKey
ALTER TABLE "TestUpload" ADD CONSTRAINT "TestUpload_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TestUploadFile" ADD CONSTRAINT "TestUploadFile_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES "TestUpload"("id") ON DELETE CASCADE ON UPDATE CASCADE;
