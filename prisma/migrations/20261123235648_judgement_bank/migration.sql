-- AlterTable
ALTER TABLE "GroupTally" ADD COLUMN     "submissionFailed" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Judgement" ADD COLUMN     "bank" TEXT;

-- AlterTable
ALTER TABLE "ProblemTally" ADD COLUMN     "submissionFailed" INTEGER NOT NULL DEFAULT 0;

-- What our hosts judge is never in a state of another judge.
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_bank_check" CHECK (
  "bank" IS NOT NULL OR "state" NOT IN ('AWAITING_ACCOUNT', 'SENDING', 'SENT')
);
