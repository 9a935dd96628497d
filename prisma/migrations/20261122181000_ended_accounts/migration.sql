-- Accounts that an administrator ended. Without a default, the column costs no rewriting of the table.
ALTER TABLE "User" ADD COLUMN "endedAt" TIMESTAMPTZ(3);
