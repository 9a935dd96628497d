-- AlterTable
ALTER TABLE "User" ADD COLUMN     "looks" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "User_looks_idx" ON "User" USING GIN ("looks");
