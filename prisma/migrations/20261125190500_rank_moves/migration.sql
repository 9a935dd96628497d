-- 'rank.changed' of server/events.ts, whoever changed the row: the figures of an account before and after, null when no
-- list shows it. New accounts are told of without a name, and many changes of one transaction as a whole, because equal
-- notifications of a transaction are sent once.
CREATE FUNCTION tell_rank(account text, was "UserRank", is_now "UserRank") RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told int := coalesce(nullif(current_setting('ranks.told', true), ''), '0')::int + 1;
  whole boolean := told > 100;
BEGIN
  PERFORM set_config('ranks.told', told::text, true);
  PERFORM pg_notify('events', json_build_object('name', 'rank.changed', 'payload', json_build_object(
    'userId', CASE WHEN NOT whole THEN account END,
    'before', CASE WHEN NOT whole AND was."listed" THEN json_build_object(
      'solved', was."solved", 'submitted', was."submitted", 'score', was."score") END,
    'after', CASE WHEN NOT whole AND is_now."listed" THEN json_build_object(
      'solved', is_now."solved", 'submitted', is_now."submitted", 'score', is_now."score") END))::text);
END $$;

CREATE FUNCTION tell_rank_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_rank(OLD."userId", OLD, CASE WHEN TG_OP = 'UPDATE' THEN NEW END);
  RETURN NULL;
END $$;

CREATE FUNCTION tell_rank_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events',
    '{"name":"rank.changed","payload":{"userId":null,"before":null,"after":{"solved":0,"submitted":0,"score":0}}}');
  RETURN NULL;
END $$;

CREATE TRIGGER "UserRank_come" AFTER INSERT ON "UserRank" FOR EACH ROW EXECUTE FUNCTION tell_rank_come();
CREATE TRIGGER "UserRank_changed" AFTER UPDATE ON "UserRank" FOR EACH ROW
  WHEN ((OLD."listed" OR NEW."listed") AND
    (OLD."solved", OLD."submitted", OLD."score", OLD."listed")
      IS DISTINCT FROM (NEW."solved", NEW."submitted", NEW."score", NEW."listed"))
  EXECUTE FUNCTION tell_rank_changed();
CREATE TRIGGER "UserRank_gone" AFTER DELETE ON "UserRank" FOR EACH ROW WHEN (OLD."listed")
  EXECUTE FUNCTION tell_rank_changed();
