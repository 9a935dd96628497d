-- CreateEnum
CREATE TYPE "PointReason" AS ENUM ('CHECK_IN', 'SOLVED', 'GRANT', 'REVERSAL', 'PURCHASE', 'REFUND');

-- CreateEnum
CREATE TYPE "ShopOrderState" AS ENUM ('WAITING', 'SHIPPED', 'REFUSED');

-- CreateTable
CREATE TABLE "PointEntry" (
    "id" SERIAL NOT NULL,
    "userId" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "reason" "PointReason" NOT NULL,
    "actorId" TEXT,
    "problemId" INTEGER,
    "orderId" INTEGER,
    "reversedId" INTEGER,
    "note" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PointEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PointBalance" (
    "userId" TEXT NOT NULL,
    "balance" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "PointBalance_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "ShopItem" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "picture" TEXT NOT NULL DEFAULT '',
    "price" INTEGER NOT NULL,
    "stock" INTEGER NOT NULL,
    "mostPerOrder" INTEGER,
    "isDisabled" BOOLEAN NOT NULL DEFAULT false,
    "removedAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ShopItem_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ShopItem_stock_check" CHECK ("stock" >= 0 AND "price" >= 0)
);

-- CreateTable
CREATE TABLE "ShopOrder" (
    "id" SERIAL NOT NULL,
    "userId" TEXT NOT NULL,
    "state" "ShopOrderState" NOT NULL DEFAULT 'WAITING',
    "total" INTEGER NOT NULL,
    "receiver" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "clientKey" TEXT,
    "refusal" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decidedAt" TIMESTAMPTZ(3),
    "decidedById" TEXT,

    CONSTRAINT "ShopOrder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ShopOrderLine" (
    "id" SERIAL NOT NULL,
    "orderId" INTEGER NOT NULL,
    "itemId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "picture" TEXT NOT NULL,
    "price" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "ShopOrderLine_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ShopOrderLine_quantity_check" CHECK ("quantity" > 0)
);

-- CreateIndex
CREATE UNIQUE INDEX "PointEntry_reversedId_key" ON "PointEntry"("reversedId");

-- CreateIndex
CREATE INDEX "PointEntry_userId_id_idx" ON "PointEntry"("userId", "id");

-- CreateIndex
CREATE INDEX "PointEntry_userId_problemId_idx" ON "PointEntry"("userId", "problemId");

-- CreateIndex
CREATE INDEX "PointEntry_reason_id_idx" ON "PointEntry"("reason", "id");

-- CreateIndex
CREATE INDEX "PointEntry_actorId_idx" ON "PointEntry"("actorId");

-- CreateIndex
CREATE INDEX "PointEntry_orderId_idx" ON "PointEntry"("orderId");

-- CreateIndex
CREATE INDEX "PointBalance_balance_userId_idx" ON "PointBalance"("balance" DESC, "userId");

-- CreateIndex
CREATE INDEX "ShopItem_removedAt_isDisabled_id_idx" ON "ShopItem"("removedAt", "isDisabled", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ShopOrder_userId_clientKey_key" ON "ShopOrder"("userId", "clientKey");

-- CreateIndex
CREATE INDEX "ShopOrder_userId_id_idx" ON "ShopOrder"("userId", "id");

-- CreateIndex
CREATE INDEX "ShopOrder_state_id_idx" ON "ShopOrder"("state", "id");

-- CreateIndex
CREATE INDEX "ShopOrder_decidedById_idx" ON "ShopOrder"("decidedById");

-- CreateIndex
CREATE INDEX "ShopOrderLine_orderId_idx" ON "ShopOrderLine"("orderId");

-- CreateIndex
CREATE INDEX "ShopOrderLine_itemId_idx" ON "ShopOrderLine"("itemId");

-- AddForeignKey
ALTER TABLE "PointEntry" ADD CONSTRAINT "PointEntry_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PointEntry" ADD CONSTRAINT "PointEntry_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PointEntry" ADD CONSTRAINT "PointEntry_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "ShopOrder"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PointEntry" ADD CONSTRAINT "PointEntry_reversedId_fkey" FOREIGN KEY ("reversedId") REFERENCES "PointEntry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PointBalance" ADD CONSTRAINT "PointBalance_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShopOrder" ADD CONSTRAINT "ShopOrder_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShopOrder" ADD CONSTRAINT "ShopOrder_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShopOrderLine" ADD CONSTRAINT "ShopOrderLine_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "ShopOrder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ShopOrderLine" ADD CONSTRAINT "ShopOrderLine_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "ShopItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The ledger only grows. Statements of foreign keys, which run inside a trigger, still pass.
CREATE FUNCTION keep_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() > 1 THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'entries of the points ledger are neither changed nor deleted';
END $$;

CREATE TRIGGER "PointEntry_kept" BEFORE UPDATE OR DELETE ON "PointEntry"
  FOR EACH ROW EXECUTE FUNCTION keep_points();

-- Adds new entries to the balances, which only corrections of solved problems may take below 0, and emits
-- 'points.changed' of server/events.ts: one account each, or all when there are many.
CREATE FUNCTION book_points() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  people int;
BEGIN
  INSERT INTO "PointBalance" ("userId", "balance")
  SELECT "userId", sum("amount") FROM come GROUP BY "userId" ORDER BY "userId"
  ON CONFLICT ("userId") DO UPDATE SET "balance" = "PointBalance"."balance" + excluded."balance";
  GET DIAGNOSTICS people = ROW_COUNT;
  IF EXISTS (
    SELECT FROM come JOIN "PointBalance" b ON b."userId" = come."userId"
    WHERE come."amount" < 0 AND come."reason" <> 'SOLVED' AND b."balance" < 0
  ) THEN
    RAISE EXCEPTION 'a balance of points would fall below 0' USING ERRCODE = 'check_violation';
  END IF;
  IF people > 100 THEN
    PERFORM pg_notify('events', '{"name":"points.changed","payload":{"userId":null}}');
  ELSE
    PERFORM pg_notify('events', json_build_object('name', 'points.changed',
      'payload', json_build_object('userId', one."userId"))::text)
    FROM (SELECT DISTINCT "userId" FROM come) AS one;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "PointEntry_booked" AFTER INSERT ON "PointEntry"
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION book_points();

-- Brings the SOLVED entries of pairs of people and problems to the score that the progress has now.
CREATE FUNCTION correct_points(people text[], problems int[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "PointEntry" ("userId", "amount", "reason", "actorId", "problemId", "createdAt")
  SELECT pair."userId", wanted."score" - had."score", 'SOLVED', pair."userId", pair."problemId", now()
  FROM (SELECT DISTINCT * FROM unnest(people, problems) AS pair("userId", "problemId")) AS pair
  JOIN "User" u ON u."id" = pair."userId"
  LEFT JOIN "ProblemProgress" p ON p."userId" = pair."userId" AND p."problemId" = pair."problemId"
  LEFT JOIN "Problem" b ON b."id" = p."problemId"
  CROSS JOIN LATERAL (
    SELECT CASE WHEN b."id" IS NULL THEN 0
      ELSE rank_score(p."verdict", p."oiRankScore", b."difficulty") END AS "score") AS wanted
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(e."amount"), 0)::int AS "score" FROM "PointEntry" e
    WHERE e."userId" = pair."userId" AND e."problemId" = pair."problemId") AS had
  WHERE wanted."score" <> had."score"
  ORDER BY pair."userId", pair."problemId"
$$;

CREATE FUNCTION points_progress_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM correct_points(array_agg("userId"), array_agg("problemId")) FROM come;
  RETURN NULL;
END $$;

CREATE FUNCTION points_progress_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM correct_points(array_agg(n."userId"), array_agg(n."problemId"))
  FROM come n LEFT JOIN gone o ON o."userId" = n."userId" AND o."problemId" = n."problemId"
  WHERE (n."verdict", n."oiRankScore") IS DISTINCT FROM (o."verdict", o."oiRankScore");
  RETURN NULL;
END $$;

CREATE FUNCTION points_progress_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM correct_points(array_agg("userId"), array_agg("problemId")) FROM gone;
  RETURN NULL;
END $$;

CREATE TRIGGER "ProblemProgress_points_come" AFTER INSERT ON "ProblemProgress"
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION points_progress_come();
CREATE TRIGGER "ProblemProgress_points_changed" AFTER UPDATE ON "ProblemProgress"
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION points_progress_changed();
CREATE TRIGGER "ProblemProgress_points_gone" AFTER DELETE ON "ProblemProgress"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION points_progress_gone();

CREATE FUNCTION points_difficulty_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM correct_points(array_agg("userId"), array_agg("problemId")) FROM "ProblemProgress"
  WHERE "problemId" = NEW."id" AND "verdict" = 'ACCEPTED' AND "oiRankScore" IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER "Problem_points_changed" AFTER UPDATE OF "difficulty" ON "Problem" FOR EACH ROW
  WHEN (OLD."difficulty" <> NEW."difficulty") EXECUTE FUNCTION points_difficulty_changed();

CREATE FUNCTION points_checked_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "PointEntry" ("userId", "amount", "reason", "actorId", "createdAt")
  SELECT "userId", 1, 'CHECK_IN', "userId", "createdAt" FROM come ORDER BY "userId", "day";
  RETURN NULL;
END $$;

CREATE TRIGGER "CheckIn_points" AFTER INSERT ON "CheckIn"
  REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION points_checked_in();

-- What was earned before.
INSERT INTO "PointEntry" ("userId", "amount", "reason", "actorId", "createdAt")
SELECT "userId", 1, 'CHECK_IN', "userId", "createdAt" FROM "CheckIn" ORDER BY "createdAt", "userId", "day";
SELECT correct_points(array_agg("userId"), array_agg("problemId")) FROM "ProblemProgress";
