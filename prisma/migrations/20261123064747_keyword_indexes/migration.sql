-- Comes with PostgreSQL, and whoever may create schemas in a database may add it to that one.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Without a list of what is pending, which every search would have to read: these rows are searched more than written.
CREATE INDEX "Problem_words_idx" ON "Problem" USING GIN ("keywords" gin_trgm_ops, "displayId" gin_trgm_ops) WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "User_names_idx" ON "User" USING GIN ("usernameKey" gin_trgm_ops, "emailKey" gin_trgm_ops, "realname" gin_trgm_ops, "nickname" gin_trgm_ops) WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "User_disabled_endedAt_idx" ON "User"("disabled", "endedAt");

-- CreateIndex
CREATE INDEX "User_role_endedAt_idx" ON "User"("role", "endedAt");
