-- CreateTable
CREATE TABLE "Delivery" (
    "id" SERIAL NOT NULL,
    "contestId" INTEGER NOT NULL,
    "problemId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "claimedById" TEXT,
    "claimedAt" TIMESTAMPTZ(3),
    "checkedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ContestPrint" (
    "id" SERIAL NOT NULL,
    "contestId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "printedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ContestPrint_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Delivery_problemId_idx" ON "Delivery"("problemId");

-- CreateIndex
CREATE INDEX "Delivery_userId_idx" ON "Delivery"("userId");

-- CreateIndex
CREATE INDEX "Delivery_claimedById_idx" ON "Delivery"("claimedById");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_contestId_problemId_userId_key" ON "Delivery"("contestId", "problemId", "userId");

-- CreateIndex
CREATE INDEX "ContestPrint_contestId_id_idx" ON "ContestPrint"("contestId", "id" DESC);

-- CreateIndex
CREATE INDEX "ContestPrint_userId_idx" ON "ContestPrint"("userId");

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_contestId_fkey" FOREIGN KEY ("contestId") REFERENCES "Contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_claimedById_fkey" FOREIGN KEY ("claimedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContestPrint" ADD CONSTRAINT "ContestPrint_contestId_fkey" FOREIGN KEY ("contestId") REFERENCES "Contest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ContestPrint" ADD CONSTRAINT "ContestPrint_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
