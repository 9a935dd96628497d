-- Latin letters of a rule and a name match in any case, as in server/policy/accountRule.ts; tests hold both to each other.
CREATE FUNCTION lowered(words text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(words, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
$$;

CREATE OR REPLACE FUNCTION fits_account_rule(rule text, username text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  written text := lowered(rule);
  name text := lowered(username);
  prefix text := coalesce(substring(written from '<prefix>(.*?)</prefix>'), '');
  suffix text := coalesce(substring(written from '<suffix>(.*?)</suffix>'), '');
  first text := btrim(coalesce(substring(written from '<start>(.*?)</start>'), ''), E' \t\r\n');
  last text := btrim(coalesce(substring(written from '<end>(.*?)</end>'), ''), E' \t\r\n');
  extra text := coalesce(substring(written from '<extra>(.*?)</extra>'), '');
  rest text;
  middle text;
BEGIN
  IF rule IS NULL THEN RETURN true; END IF;
  IF name = any(regexp_split_to_array(extra, '[\s\u00a0\u3000]+')) AND name <> '' THEN RETURN true; END IF;
  IF first !~ '^[0-9]{1,9}$' OR last !~ '^[0-9]{1,9}$' OR NOT starts_with(name, prefix) THEN RETURN false; END IF;
  rest := substr(name, length(prefix) + 1);
  IF right(rest, length(suffix)) <> suffix OR length(rest) < length(suffix) THEN RETURN false; END IF;
  middle := left(rest, length(rest) - length(suffix));
  IF middle !~ '^(0|[1-9][0-9]{0,8})$' THEN RETURN false; END IF;
  RETURN middle::int BETWEEN first::int AND last::int;
END $$;

UPDATE "Participation" p SET "fits" = fits_account_rule(c."accountRule", u."username")
FROM "Contest" c, "User" u
WHERE c."id" = p."contestId" AND u."id" = p."userId" AND c."accountRule" IS NOT NULL
  AND p."fits" <> fits_account_rule(c."accountRule", u."username");
