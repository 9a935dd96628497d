-- CreateTable
CREATE TABLE "GroupInvitation" (
    "id" SERIAL NOT NULL,
    "token" TEXT NOT NULL,
    "groupId" INTEGER NOT NULL,
    "createdById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "maxUses" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "GroupInvitation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "GroupInvitation_uses" CHECK ("maxUses" BETWEEN 1 AND 500 AND "uses" BETWEEN 0 AND "maxUses")
);
CREATE UNIQUE INDEX "GroupInvitation_token_key" ON "GroupInvitation"("token");
CREATE INDEX "GroupInvitation_groupId_id_idx" ON "GroupInvitation"("groupId", "id" DESC);
CREATE INDEX "GroupInvitation_createdById_idx" ON "GroupInvitation"("createdById");
ALTER TABLE "GroupInvitation" ADD CONSTRAINT "GroupInvitation_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "Group"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "GroupInvitation" ADD CONSTRAINT "GroupInvitation_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
