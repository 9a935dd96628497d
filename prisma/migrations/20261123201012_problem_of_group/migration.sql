-- A migration of its own: PostgreSQL takes a new value of an enum only in a later transaction.
ALTER TYPE "ProblemVisibility" ADD VALUE 'GROUP';
