-- CreateEnum
CREATE TYPE "BankTrouble" AS ENUM ('UNREACHABLE', 'NO_PROBLEM', 'CHANGED', 'WRONG_PASSWORD', 'LOCKED', 'CAPTCHA', 'SIGNED_OUT', 'TOO_FAST', 'REFUSED', 'FORBIDDEN_ADDRESS', 'NO_ACCOUNT', 'UNCONFIRMED', 'NO_VERDICT');

-- CreateEnum
CREATE TYPE "BankStep" AS ENUM ('WAITING', 'SENDING', 'FINDING', 'POLLING', 'DONE');

-- AlterTable
ALTER TABLE "Problem" ADD COLUMN "bankKey" TEXT;

-- CreateTable
CREATE TABLE "BankSwitch" (
    "bank" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL,

    CONSTRAINT "BankSwitch_pkey" PRIMARY KEY ("bank")
);

-- CreateTable
CREATE TABLE "BankAccount" (
    "id" SERIAL NOT NULL,
    "bank" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "password" BYTEA NOT NULL,
    "session" BYTEA,
    "suspendedFor" "BankTrouble",
    "suspendedWords" TEXT NOT NULL DEFAULT '',
    "suspendedAt" TIMESTAMPTZ(3),
    "nextSendAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "signInUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BankAccount_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BankRun" (
    "judgementId" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "problemKey" TEXT NOT NULL,
    "step" "BankStep" NOT NULL DEFAULT 'WAITING',
    "lane" INTEGER NOT NULL,
    "accountId" INTEGER,
    "holdsAccount" BOOLEAN NOT NULL DEFAULT false,
    "sends" INTEGER NOT NULL DEFAULT 0,
    "sentAt" TIMESTAMPTZ(3),
    "lastRunId" TEXT,
    "runId" TEXT,
    "polls" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "waitingSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "workerId" TEXT,
    "leasedUntil" TIMESTAMPTZ(3),
    "trouble" "BankTrouble",

    CONSTRAINT "BankRun_pkey" PRIMARY KEY ("judgementId")
);

-- CreateIndex
CREATE UNIQUE INDEX "BankAccount_bank_username_key" ON "BankAccount"("bank", "username");

-- AddForeignKey
ALTER TABLE "BankRun" ADD CONSTRAINT "BankRun_judgementId_fkey" FOREIGN KEY ("judgementId") REFERENCES "Judgement"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BankRun" ADD CONSTRAINT "BankRun_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "BankAccount"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One account does one submission at a time (area-rules B5).
CREATE UNIQUE INDEX "BankRun_held_key" ON "BankRun"("accountId") WHERE "holdsAccount";
CREATE INDEX "BankRun_waiting_idx" ON "BankRun"("bank", "lane", "waitingSince") WHERE "step" = 'WAITING';
CREATE INDEX "BankRun_due_idx" ON "BankRun"("dueAt") WHERE "step" IN ('SENDING', 'FINDING', 'POLLING');
