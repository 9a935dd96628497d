-- Moves the size of an uploader's part over a fragment: $1 uploader, $2 MD5, $3 new id, $4 offset, $5 bytes, $6 now,
-- $7 quota (bytes) of the uploader's parts and videos without a lesson. The row's size decides which of two servers
-- writes an offset. The lock is a statement of its own: the next one sees what its holders wrote, so the quota holds in
-- all servers together.
CREATE FUNCTION claim_fragment(text, text, text, integer, integer, timestamptz, bigint)
RETURNS TABLE ("fits" boolean, "hasRoom" boolean, "id" text)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext($1), hashtext('quota VIDEO'));
  RETURN QUERY
  WITH part AS (SELECT "size" FROM "VideoPart" WHERE "ownerId" = $1 AND "md5" = $2),
  known AS (
    SELECT coalesce((SELECT "size" FROM part), 0) = $4
      AND ($4 > 0 OR NOT EXISTS (SELECT FROM "Video" WHERE "id" = $2)) AS "fits",
    (SELECT coalesce(sum("size"), 0) FROM "VideoPart" WHERE "ownerId" = $1)
      + (SELECT coalesce(sum(f."size"), 0) FROM "File" f JOIN "Video" v ON v."fileId" = f."id"
          WHERE f."ownerId" = $1 AND f."use" = 'VIDEO'
            AND NOT EXISTS (SELECT FROM "Lesson" l WHERE l."videoId" = v."id"))
      + $5 <= $7 AS "hasRoom"),
  claimed AS (
    INSERT INTO "VideoPart" ("id", "ownerId", "md5", "size", "createdAt", "updatedAt")
    SELECT $3, $1, $2, $4 + $5, $6, $6 FROM known WHERE "fits" AND "hasRoom"
    ON CONFLICT ("ownerId", "md5") DO UPDATE SET "size" = excluded."size", "updatedAt" = excluded."updatedAt"
      WHERE "VideoPart"."size" = $4
    RETURNING "VideoPart"."id")
  SELECT known."fits", known."hasRoom", (SELECT claimed."id" FROM claimed) FROM known;
END $$;
