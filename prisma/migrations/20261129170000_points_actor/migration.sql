-- Brings the SOLVED entries of pairs of people and problems to the score that the progress has now. 'points.actor' of the
-- transaction is the id of whoever caused it; unset or empty: the system.
CREATE OR REPLACE FUNCTION correct_points(people text[], problems int[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "PointEntry" ("userId", "amount", "reason", "actorId", "problemId", "createdAt")
  SELECT pair."userId", wanted."score" - had."score", 'SOLVED', nullif(current_setting('points.actor', true), ''),
    pair."problemId", now()
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
