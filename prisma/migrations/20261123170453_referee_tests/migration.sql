-- CreateEnum
CREATE TYPE "RefereeRole" AS ENUM ('VALIDATOR', 'CHECKER');

-- AlterTable
ALTER TABLE "Making" ADD COLUMN     "tests" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "RefereeTest" (
    "id" SERIAL NOT NULL,
    "problemId" INTEGER NOT NULL,
    "role" "RefereeRole" NOT NULL,
    "name" TEXT NOT NULL,
    "accepts" BOOLEAN NOT NULL DEFAULT false,
    "input" BYTEA NOT NULL,
    "answer" BYTEA,
    "output" BYTEA,

    CONSTRAINT "RefereeTest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "RefereeTest_problemId_role_name_key" ON "RefereeTest"("problemId", "role", "name");

-- AddForeignKey
ALTER TABLE "RefereeTest" ADD CONSTRAINT "RefereeTest_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;
