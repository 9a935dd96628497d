-- Problems whose submissions are files of output.
ALTER TABLE "Problem" ADD COLUMN "outputOnly" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "OutputSet" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "OutputSet_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "OutputSet_userId_idx" ON "OutputSet"("userId");
CREATE INDEX "OutputSet_createdAt_idx" ON "OutputSet"("createdAt");
ALTER TABLE "OutputSet" ADD CONSTRAINT "OutputSet_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "OutputFile" (
    "setId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    CONSTRAINT "OutputFile_pkey" PRIMARY KEY ("setId", "name")
);
CREATE INDEX "OutputFile_hash_idx" ON "OutputFile"("hash");
ALTER TABLE "OutputFile" ADD CONSTRAINT "OutputFile_setId_fkey" FOREIGN KEY ("setId") REFERENCES "OutputSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OutputFile" ADD CONSTRAINT "OutputFile_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "Submission" ADD COLUMN "outputSetId" TEXT;
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_outputSetId_fkey" FOREIGN KEY ("outputSetId") REFERENCES "OutputSet"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "Submission_outputSetId_idx" ON "Submission"("outputSetId");
