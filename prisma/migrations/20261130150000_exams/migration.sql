-- Contests of groups that count in the gradebook.
ALTER TABLE "Contest" ADD COLUMN "exam" BOOLEAN NOT NULL DEFAULT false;
