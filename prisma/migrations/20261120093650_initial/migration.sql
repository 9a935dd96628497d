-- CreateEnum
CREATE TYPE "Difficulty" AS ENUM ('EASY', 'MID', 'HARD');

-- CreateEnum
CREATE TYPE "Scoring" AS ENUM ('ACM', 'OI');

-- CreateEnum
CREATE TYPE "CaseMode" AS ENUM ('ALL', 'UNTIL_FAILURE', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE');

-- CreateEnum
CREATE TYPE "ProblemVisibility" AS ENUM ('PUBLIC', 'HIDDEN', 'CONTEST_ONLY');

-- CreateEnum
CREATE TYPE "Verdict" AS ENUM ('ACCEPTED', 'PARTIALLY_ACCEPTED', 'WRONG_ANSWER', 'PRESENTATION_ERROR', 'TIME_LIMIT_EXCEEDED', 'MEMORY_LIMIT_EXCEEDED', 'OUTPUT_LIMIT_EXCEEDED', 'RUNTIME_ERROR', 'COMPILE_ERROR', 'JUDGE_ERROR', 'CANCELLED');

-- CreateEnum
CREATE TYPE "JudgingState" AS ENUM ('QUEUED', 'COMPILING', 'RUNNING', 'DONE');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('ROOT', 'ADMIN', 'PROBLEM_ADMIN', 'USER', 'NO_SUBMIT', 'NO_DISCUSS', 'MUTED', 'NO_SUBMIT_NO_DISCUSS', 'NO_SUBMIT_MUTED');

-- CreateEnum
CREATE TYPE "ChallengeKind" AS ENUM ('CAPTCHA', 'REGISTER_CODE', 'RESET_LINK');

-- CreateEnum
CREATE TYPE "NotificationKind" AS ENUM ('COMMENT', 'REPLY', 'LIKE', 'SYS', 'MINE');

-- CreateTable
CREATE TABLE "Judgement" (
    "id" TEXT NOT NULL,
    "submissionId" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "state" "JudgingState" NOT NULL DEFAULT 'QUEUED',
    "verdict" "Verdict",
    "caseCount" INTEGER,
    "tape" TEXT NOT NULL DEFAULT '',
    "timeMs" INTEGER,
    "memoryKb" INTEGER,
    "score" INTEGER,
    "oiRankScore" INTEGER,
    "message" TEXT,
    "hostId" TEXT,
    "hostName" TEXT,
    "task" JSONB NOT NULL,
    "queuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Judgement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "judgementId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "subtask" INTEGER NOT NULL DEFAULT 0,
    "verdict" "Verdict" NOT NULL,
    "timeMs" INTEGER NOT NULL,
    "memoryKb" INTEGER NOT NULL,
    "score" INTEGER,
    "message" TEXT,
    "outputHead" TEXT,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("judgementId","index")
);

-- CreateTable
CREATE TABLE "Trial" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "problemId" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "state" "JudgingState" NOT NULL DEFAULT 'QUEUED',
    "verdict" "Verdict",
    "timeMs" INTEGER,
    "memoryKb" INTEGER,
    "output" TEXT,
    "errorOutput" TEXT,
    "message" TEXT,
    "hostId" TEXT,
    "task" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Trial_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JudgeHost" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "profile" JSONB NOT NULL,
    "workerIds" TEXT[],
    "running" INTEGER NOT NULL DEFAULT 0,
    "load" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "beatAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "JudgeHost_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Problem" (
    "id" SERIAL NOT NULL,
    "displayId" TEXT NOT NULL,
    "sortKey" TEXT NOT NULL,
    "keywords" TEXT NOT NULL,
    "bank" TEXT NOT NULL DEFAULT 'ME',
    "authorId" TEXT,
    "difficulty" "Difficulty" NOT NULL DEFAULT 'EASY',
    "scoring" "Scoring" NOT NULL DEFAULT 'ACM',
    "fullScore" INTEGER NOT NULL DEFAULT 100,
    "visibility" "ProblemVisibility" NOT NULL DEFAULT 'HIDDEN',
    "timeMs" INTEGER NOT NULL DEFAULT 1000,
    "memoryMb" INTEGER NOT NULL DEFAULT 256,
    "stackMb" INTEGER NOT NULL DEFAULT 128,
    "outputBytes" INTEGER,
    "caseMode" "CaseMode" NOT NULL DEFAULT 'ALL',
    "checker" JSONB NOT NULL DEFAULT '{"kind":"default","ignoreTrailingBlanks":true}',
    "interactor" JSONB,
    "fileIo" JSONB,
    "userFiles" JSONB NOT NULL DEFAULT '{}',
    "judgeFiles" JSONB NOT NULL DEFAULT '{}',
    "codeShare" BOOLEAN NOT NULL DEFAULT false,
    "openCases" BOOLEAN NOT NULL DEFAULT true,
    "languageKeys" TEXT[],
    "testsetId" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Problem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Statement" (
    "problemId" INTEGER NOT NULL,
    "locale" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "input" TEXT NOT NULL,
    "output" TEXT NOT NULL,
    "hint" TEXT NOT NULL DEFAULT '',
    "source" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "Statement_pkey" PRIMARY KEY ("problemId","locale")
);

-- CreateTable
CREATE TABLE "Sample" (
    "problemId" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "input" TEXT NOT NULL,
    "output" TEXT NOT NULL,

    CONSTRAINT "Sample_pkey" PRIMARY KEY ("problemId","index")
);

-- CreateTable
CREATE TABLE "ProblemTemplate" (
    "problemId" INTEGER NOT NULL,
    "languageKey" TEXT NOT NULL,
    "code" TEXT NOT NULL,

    CONSTRAINT "ProblemTemplate_pkey" PRIMARY KEY ("problemId","languageKey")
);

-- CreateTable
CREATE TABLE "Annex" (
    "id" SERIAL NOT NULL,
    "problemId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "blobHash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,

    CONSTRAINT "Annex_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TagGroup" (
    "id" SERIAL NOT NULL,
    "names" JSONB NOT NULL,
    "bank" TEXT NOT NULL DEFAULT 'ME',
    "rank" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "TagGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Tag" (
    "id" SERIAL NOT NULL,
    "names" JSONB NOT NULL,
    "color" TEXT,
    "bank" TEXT NOT NULL DEFAULT 'ME',
    "tagGroupId" INTEGER,

    CONSTRAINT "Tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProblemTag" (
    "problemId" INTEGER NOT NULL,
    "tagId" INTEGER NOT NULL,

    CONSTRAINT "ProblemTag_pkey" PRIMARY KEY ("problemId","tagId")
);

-- CreateTable
CREATE TABLE "Testset" (
    "id" SERIAL NOT NULL,
    "problemId" INTEGER NOT NULL,
    "manifest" JSONB NOT NULL,
    "caseCount" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Testset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProblemTally" (
    "problemId" INTEGER NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "accepted" INTEGER NOT NULL DEFAULT 0,
    "partiallyAccepted" INTEGER NOT NULL DEFAULT 0,
    "wrongAnswer" INTEGER NOT NULL DEFAULT 0,
    "presentationError" INTEGER NOT NULL DEFAULT 0,
    "timeLimitExceeded" INTEGER NOT NULL DEFAULT 0,
    "memoryLimitExceeded" INTEGER NOT NULL DEFAULT 0,
    "outputLimitExceeded" INTEGER NOT NULL DEFAULT 0,
    "runtimeError" INTEGER NOT NULL DEFAULT 0,
    "compileError" INTEGER NOT NULL DEFAULT 0,
    "judgeError" INTEGER NOT NULL DEFAULT 0,
    "cancelled" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ProblemTally_pkey" PRIMARY KEY ("problemId")
);

-- CreateTable
CREATE TABLE "ProblemProgress" (
    "userId" TEXT NOT NULL,
    "problemId" INTEGER NOT NULL,
    "verdict" "Verdict" NOT NULL,
    "score" INTEGER,
    "oiRankScore" INTEGER,
    "acceptedAt" TIMESTAMPTZ(3),
    "acceptedSubmissionId" INTEGER,
    "lastSubmissionId" INTEGER NOT NULL,

    CONSTRAINT "ProblemProgress_pkey" PRIMARY KEY ("userId","problemId")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Announcement" (
    "id" SERIAL NOT NULL,
    "texts" JSONB NOT NULL,
    "authorId" TEXT,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Announcement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CarouselSlide" (
    "id" SERIAL NOT NULL,
    "imageHash" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "texts" JSONB NOT NULL DEFAULT '{}',
    "href" TEXT,
    "rank" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "CarouselSlide_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Language" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "bank" TEXT NOT NULL DEFAULT 'ME',
    "name" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "compileCommand" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "rank" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Language_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Blob" (
    "hash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "Submission" (
    "id" SERIAL NOT NULL,
    "problemId" INTEGER NOT NULL,
    "userId" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "codeLength" INTEGER NOT NULL,
    "ip" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "judgementId" TEXT,
    "state" "JudgingState" NOT NULL DEFAULT 'QUEUED',
    "verdict" "Verdict",
    "timeMs" INTEGER,
    "memoryKb" INTEGER,
    "score" INTEGER,
    "oiRankScore" INTEGER,
    "caseCount" INTEGER,
    "tape" TEXT NOT NULL DEFAULT '',
    "judgedBy" TEXT,
    "manual" BOOLEAN NOT NULL DEFAULT false,
    "countedVerdict" "Verdict",

    CONSTRAINT "Submission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SubmissionCode" (
    "submissionId" INTEGER NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "SubmissionCode_pkey" PRIMARY KEY ("submissionId")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "usernameKey" TEXT NOT NULL,
    "email" TEXT,
    "emailKey" TEXT,
    "passwordHash" TEXT NOT NULL,
    "role" "Role" NOT NULL DEFAULT 'USER',
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "nickname" TEXT,
    "avatar" TEXT,
    "titleName" TEXT,
    "titleColor" TEXT,
    "realname" TEXT,
    "school" TEXT,
    "course" TEXT,
    "number" TEXT,
    "gender" TEXT,
    "signature" TEXT,
    "github" TEXT,
    "blog" TEXT,
    "cfUsername" TEXT,
    "rating" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" SERIAL NOT NULL,
    "userId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "previousHash" TEXT,
    "previousUntil" TIMESTAMPTZ(3),
    "issuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "ip" TEXT NOT NULL,
    "userAgent" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Challenge" (
    "kind" "ChallengeKind" NOT NULL,
    "subject" TEXT NOT NULL,
    "answerHash" TEXT NOT NULL,
    "triesLeft" INTEGER NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Challenge_pkey" PRIMARY KEY ("kind","subject")
);

-- CreateTable
CREATE TABLE "Throttle" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Throttle_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" SERIAL NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" "NotificationKind" NOT NULL,
    "messageKey" TEXT,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "title" TEXT,
    "content" TEXT,
    "readAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CheckIn" (
    "userId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "fortune" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CheckIn_pkey" PRIMARY KEY ("userId","day")
);

-- CreateIndex
CREATE INDEX "Judgement_submissionId_idx" ON "Judgement"("submissionId");

-- CreateIndex
CREATE INDEX "Judgement_endedAt_idx" ON "Judgement"("endedAt");

-- CreateIndex
CREATE INDEX "Trial_createdAt_idx" ON "Trial"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Problem_displayId_key" ON "Problem"("displayId");

-- CreateIndex
CREATE UNIQUE INDEX "Problem_testsetId_key" ON "Problem"("testsetId");

-- CreateIndex
CREATE INDEX "Problem_visibility_sortKey_id_idx" ON "Problem"("visibility", "sortKey", "id");

-- CreateIndex
CREATE INDEX "Problem_visibility_bank_difficulty_sortKey_id_idx" ON "Problem"("visibility", "bank", "difficulty", "sortKey", "id");

-- CreateIndex
CREATE INDEX "Problem_visibility_createdAt_idx" ON "Problem"("visibility", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Annex_problemId_name_key" ON "Annex"("problemId", "name");

-- CreateIndex
CREATE INDEX "ProblemTag_tagId_problemId_idx" ON "ProblemTag"("tagId", "problemId");

-- CreateIndex
CREATE INDEX "Testset_problemId_id_idx" ON "Testset"("problemId", "id");

-- CreateIndex
CREATE INDEX "ProblemProgress_acceptedAt_userId_idx" ON "ProblemProgress"("acceptedAt", "userId");

-- CreateIndex
CREATE INDEX "ProblemProgress_problemId_verdict_idx" ON "ProblemProgress"("problemId", "verdict");

-- CreateIndex
CREATE INDEX "Announcement_hidden_createdAt_id_idx" ON "Announcement"("hidden", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Language_bank_key_key" ON "Language"("bank", "key");

-- CreateIndex
CREATE INDEX "Submission_userId_id_idx" ON "Submission"("userId", "id" DESC);

-- CreateIndex
CREATE INDEX "Submission_problemId_id_idx" ON "Submission"("problemId", "id" DESC);

-- CreateIndex
CREATE INDEX "Submission_verdict_id_idx" ON "Submission"("verdict", "id" DESC);

-- CreateIndex
CREATE INDEX "Submission_userId_problemId_id_idx" ON "Submission"("userId", "problemId", "id" DESC);

-- CreateIndex
CREATE INDEX "Submission_problemId_verdict_timeMs_idx" ON "Submission"("problemId", "verdict", "timeMs");

-- CreateIndex
CREATE INDEX "Submission_createdAt_idx" ON "Submission"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "User_usernameKey_key" ON "User"("usernameKey");

-- CreateIndex
CREATE UNIQUE INDEX "User_emailKey_key" ON "User"("emailKey");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Session_previousHash_key" ON "Session"("previousHash");

-- CreateIndex
CREATE INDEX "Session_userId_id_idx" ON "Session"("userId", "id");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "Challenge_expiresAt_idx" ON "Challenge"("expiresAt");

-- CreateIndex
CREATE INDEX "Throttle_expiresAt_idx" ON "Throttle"("expiresAt");

-- CreateIndex
CREATE INDEX "Notification_userId_kind_readAt_idx" ON "Notification"("userId", "kind", "readAt");

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_judgementId_fkey" FOREIGN KEY ("judgementId") REFERENCES "Judgement"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Trial" ADD CONSTRAINT "Trial_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Trial" ADD CONSTRAINT "Trial_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Problem" ADD CONSTRAINT "Problem_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Problem" ADD CONSTRAINT "Problem_testsetId_fkey" FOREIGN KEY ("testsetId") REFERENCES "Testset"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Statement" ADD CONSTRAINT "Statement_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sample" ADD CONSTRAINT "Sample_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProblemTemplate" ADD CONSTRAINT "ProblemTemplate_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Annex" ADD CONSTRAINT "Annex_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Tag" ADD CONSTRAINT "Tag_tagGroupId_fkey" FOREIGN KEY ("tagGroupId") REFERENCES "TagGroup"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProblemTag" ADD CONSTRAINT "ProblemTag_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProblemTag" ADD CONSTRAINT "ProblemTag_tagId_fkey" FOREIGN KEY ("tagId") REFERENCES "Tag"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Testset" ADD CONSTRAINT "Testset_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProblemTally" ADD CONSTRAINT "ProblemTally_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProblemProgress" ADD CONSTRAINT "ProblemProgress_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProblemProgress" ADD CONSTRAINT "ProblemProgress_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Announcement" ADD CONSTRAINT "Announcement_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_problemId_fkey" FOREIGN KEY ("problemId") REFERENCES "Problem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Submission" ADD CONSTRAINT "Submission_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubmissionCode" ADD CONSTRAINT "SubmissionCode_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CheckIn" ADD CONSTRAINT "CheckIn_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
