-- First letters of names that may be mentioned, whatever the collation of the database. Partial, which Prisma cannot say.
CREATE INDEX "User_usernameKey_prefix_idx" ON "User"("usernameKey" text_pattern_ops)
WHERE NOT "disabled" AND "endedAt" IS NULL;
