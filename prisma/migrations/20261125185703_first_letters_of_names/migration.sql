-- CreateIndex
CREATE INDEX "User_usernameKey_prefix_idx" ON "User"("usernameKey" text_pattern_ops);
