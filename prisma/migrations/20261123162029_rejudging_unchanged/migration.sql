-- AlterEnum
ALTER TYPE "RejudgingHold" ADD VALUE 'UNCHANGED';
