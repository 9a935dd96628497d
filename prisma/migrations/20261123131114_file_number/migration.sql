-- AlterTable
ALTER TABLE "File" ADD COLUMN     "number" SERIAL NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "File_number_key" ON "File"("number");
