-- Short names of problems in the packages that they came in.
ALTER TABLE "Problem" ADD COLUMN "packageKey" TEXT;
CREATE INDEX "Problem_packageKey_idx" ON "Problem"("packageKey");
