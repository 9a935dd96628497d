import { pino } from 'pino'

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The program's log: JSON lines on stdout. */
export const createLog = (level: string, name: string): Log => pino({ level, name })
