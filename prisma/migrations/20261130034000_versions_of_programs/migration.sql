-- Programs and scripts that two people edit at once: the later save is told of the earlier one.
ALTER TABLE "Maker" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "Solution" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "TestScript" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
