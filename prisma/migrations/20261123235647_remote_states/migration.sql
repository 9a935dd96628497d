-- A migration of its own: PostgreSQL takes a new value of an enum only in a later transaction.
ALTER TYPE "JudgingState" ADD VALUE 'AWAITING_ACCOUNT';
ALTER TYPE "JudgingState" ADD VALUE 'SENDING';
ALTER TYPE "JudgingState" ADD VALUE 'SENT';
ALTER TYPE "Verdict" ADD VALUE 'SUBMISSION_FAILED';
