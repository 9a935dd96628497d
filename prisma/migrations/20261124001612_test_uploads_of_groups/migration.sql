-- AlterTable
ALTER TABLE "TestUpload" ADD COLUMN     "groupId" INTEGER;

-- CreateIndex
CREATE INDEX "TestUpload_groupId_idx" ON "TestUpload"("groupId");

-- AddForeignKey
ALTER TABLE "TestUpload" ADD CONSTRAINT "TestUpload_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;
