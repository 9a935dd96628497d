-- Accounts that an operation is going to make, until they are there; their passwords are sealed.
CREATE TABLE "AccountDraft" (
    "operationId" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "account" JSONB NOT NULL,
    "sealedPassword" BYTEA NOT NULL,
    "passwordHash" TEXT,

    CONSTRAINT "AccountDraft_pkey" PRIMARY KEY ("operationId","place")
);

-- AddForeignKey
ALTER TABLE "AccountDraft" ADD CONSTRAINT "AccountDraft_operationId_fkey" FOREIGN KEY ("operationId") REFERENCES "Operation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
