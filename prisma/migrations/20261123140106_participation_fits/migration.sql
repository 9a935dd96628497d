-- AlterTable
ALTER TABLE "Participation" ADD COLUMN     "fits" BOOLEAN NOT NULL DEFAULT true;

-- What server/policy/accountRule.ts says of a rule and a name; tests hold both to each other.
CREATE FUNCTION fits_account_rule(rule text, username text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  prefix text := coalesce(substring(rule from '<prefix>(.*?)</prefix>'), '');
  suffix text := coalesce(substring(rule from '<suffix>(.*?)</suffix>'), '');
  first text := btrim(coalesce(substring(rule from '<start>(.*?)</start>'), ''), E' \t\r\n');
  last text := btrim(coalesce(substring(rule from '<end>(.*?)</end>'), ''), E' \t\r\n');
  extra text := coalesce(substring(rule from '<extra>(.*?)</extra>'), '');
  rest text;
  middle text;
BEGIN
  IF rule IS NULL THEN RETURN true; END IF;
  IF username = any(regexp_split_to_array(extra, '[\s\u00a0\u3000]+')) AND username <> '' THEN RETURN true; END IF;
  IF first !~ '^[0-9]{1,9}$' OR last !~ '^[0-9]{1,9}$' OR NOT starts_with(username, prefix) THEN RETURN false; END IF;
  rest := substr(username, length(prefix) + 1);
  IF right(rest, length(suffix)) <> suffix OR length(rest) < length(suffix) THEN RETURN false; END IF;
  middle := left(rest, length(rest) - length(suffix));
  IF middle !~ '^(0|[1-9][0-9]{0,8})$' THEN RETURN false; END IF;
  RETURN middle::int BETWEEN first::int AND last::int;
END $$;

CREATE FUNCTION set_participation_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT fits_account_rule(c."accountRule", u."username") INTO NEW."fits"
  FROM "Contest" c, "User" u WHERE c."id" = NEW."contestId" AND u."id" = NEW."userId";
  NEW."fits" := coalesce(NEW."fits", false);
  RETURN NEW;
END $$;

CREATE FUNCTION refit_contest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Participation" p SET "fits" = fits_account_rule(c."accountRule", u."username")
  FROM "Contest" c, "User" u
  WHERE c."id" = p."contestId" AND u."id" = p."userId" AND c."id" = NEW."id"
    AND p."fits" <> fits_account_rule(c."accountRule", u."username");
  RETURN NULL;
END $$;

CREATE FUNCTION refit_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Participation" p SET "fits" = fits_account_rule(c."accountRule", u."username")
  FROM "Contest" c, "User" u
  WHERE c."id" = p."contestId" AND u."id" = p."userId" AND u."id" = NEW."id"
    AND p."fits" <> fits_account_rule(c."accountRule", u."username");
  RETURN NULL;
END $$;

CREATE TRIGGER "Participation_fits" BEFORE INSERT OR UPDATE OF "registeredAt" ON "Participation" FOR EACH ROW
  EXECUTE FUNCTION set_participation_fits();

CREATE TRIGGER "Contest_rule_refits" AFTER UPDATE OF "accountRule" ON "Contest" FOR EACH ROW
  WHEN (OLD."accountRule" IS DISTINCT FROM NEW."accountRule") EXECUTE FUNCTION refit_contest();

CREATE TRIGGER "User_name_refits" AFTER UPDATE OF "username" ON "User" FOR EACH ROW
  WHEN (OLD."username" IS DISTINCT FROM NEW."username") EXECUTE FUNCTION refit_user();

UPDATE "Participation" p SET "fits" = fits_account_rule(c."accountRule", u."username")
FROM "Contest" c, "User" u
WHERE c."id" = p."contestId" AND u."id" = p."userId" AND c."accountRule" IS NOT NULL;
