-- AlterTable
ALTER TABLE "Blob" ADD COLUMN     "keptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "File" ADD COLUMN     "blobHash" TEXT;

-- CreateTable
CREATE TABLE "TestBlob" (
    "problemId" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "TestBlob_pkey" PRIMARY KEY ("problemId","hash")
);

-- CreateIndex
CREATE INDEX "TestBlob_hash_idx" ON "TestBlob"("hash");

-- CreateIndex
CREATE INDEX "Annex_blobHash_idx" ON "Annex"("blobHash");

-- CreateIndex
CREATE INDEX "Blob_keptAt_idx" ON "Blob"("keptAt");

-- CreateIndex
CREATE INDEX "File_blobHash_idx" ON "File"("blobHash");

-- CreateIndex
CREATE INDEX "MadeCase_inputHash_idx" ON "MadeCase"("inputHash");

-- CreateIndex
CREATE INDEX "MadeCase_answerHash_idx" ON "MadeCase"("answerHash");

-- CreateIndex
CREATE INDEX "TestUploadFile_hash_idx" ON "TestUploadFile"("hash");

-- What rows name already. A hash without a row is one of a table that was restored by hand.
INSERT INTO "Blob" ("hash", "size")
SELECT DISTINCT ON ("hash") "hash", "size" FROM (
    SELECT side."file"->>'hash' AS "hash", (side."file"->>'size')::int AS "size"
    FROM "Testset" t, jsonb_array_elements(t."manifest"->'cases') c,
        LATERAL (VALUES (c->'input'), (c->'answer')) AS side("file")
    UNION ALL SELECT "blobHash", "size" FROM "Annex"
    UNION ALL SELECT "hash", "size" FROM "TestUploadFile"
    UNION ALL SELECT "inputHash", "inputSize" FROM "MadeCase"
    UNION ALL SELECT "answerHash", "answerSize" FROM "MadeCase"
    UNION ALL SELECT "hash", "size" FROM "File" WHERE "place" NOT LIKE 'files/%'
) AS named
WHERE "hash" IS NOT NULL AND "size" IS NOT NULL
ON CONFLICT DO NOTHING;

INSERT INTO "TestBlob" ("problemId", "hash")
SELECT DISTINCT t."problemId", side."file"->>'hash'
FROM "Testset" t, jsonb_array_elements(t."manifest"->'cases') c,
    LATERAL (VALUES (c->'input'), (c->'answer')) AS side("file")
WHERE side."file"->>'hash' IS NOT NULL;

UPDATE "File" SET "blobHash" = "hash" WHERE "place" NOT LIKE 'files/%';

-- AddForeignKey
ALTER TABLE "File" ADD CONSTRAINT "File_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MadeCase" ADD CONSTRAINT "MadeCase_inputHash_fkey" FOREIGN KEY ("inputHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MadeCase" ADD CONSTRAINT "MadeCase_answerHash_fkey" FOREIGN KEY ("answerHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Annex" ADD CONSTRAINT "Annex_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TestBlob" ADD CONSTRAINT "TestBlob_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TestBlob" ADD CONSTRAINT "TestBlob_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TestUploadFile" ADD CONSTRAINT "TestUploadFile_hash_fkey" FOREIGN KEY ("hash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;
