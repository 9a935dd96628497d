-- CreateTable
CREATE TABLE "MarkdownTree" (
    "key" TEXT NOT NULL,
    "tree" TEXT,
    "readAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MarkdownTree_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "MarkdownTree_readAt_idx" ON "MarkdownTree"("readAt");
