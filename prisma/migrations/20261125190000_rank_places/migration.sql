-- The figures of each list as one number, so that all of an index ascends and pages begin at any row.
-- DropIndex
DROP INDEX "UserRank_acm_idx";

-- DropIndex
DROP INDEX "UserRank_oi_idx";

-- AlterTable
ALTER TABLE "UserRank" ADD COLUMN     "acm" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "oi" BIGINT NOT NULL DEFAULT 0;

CREATE FUNCTION rank_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."acm" := NEW."submitted" - NEW."solved"::bigint * 4294967296;
  NEW."oi" := -NEW."solved" - NEW."score"::bigint * 4294967296;
  RETURN NEW;
END $$;

CREATE TRIGGER "UserRank_places" BEFORE INSERT OR UPDATE OF "solved", "submitted", "score" ON "UserRank"
  FOR EACH ROW EXECUTE FUNCTION rank_places();

UPDATE "UserRank" SET "acm" = "submitted" - "solved"::bigint * 4294967296,
  "oi" = -"solved" - "score"::bigint * 4294967296;

-- CreateIndex
CREATE INDEX "UserRank_acm_idx" ON "UserRank"("listed", "acm", "createdAt", "userId");

-- CreateIndex
CREATE INDEX "UserRank_oi_idx" ON "UserRank"("listed", "oi", "createdAt", "userId");
