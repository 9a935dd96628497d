-- The name of a stored setting gains its unit.
UPDATE "Setting"
SET "value" = ("value" - 'submitInterval') || jsonb_build_object('submitIntervalSeconds', "value" -> 'submitInterval')
WHERE "key" = 'switches' AND "value" ? 'submitInterval';
