import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters of the OWASP password storage cheat sheet (19 MiB, 2 passes, 1 lane). */
const PARAMETERS = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

/** The same letters come composed from one keyboard and in parts from another. */
const composed = (password: string): string => password.normalize('NFC')

/** How long a password is: in characters as people count them, whatever their bytes, however they were typed. */
export const passwordLength = (password: string): number => [...composed(password)].length

export const hashPassword = (password: string): Promise<string> => hash(composed(password), PARAMETERS)

let line: Promise<unknown> = Promise.resolve()

/**
 * The same for whoever has thousands of them: one after the other in this process, so that they keep one of the threads
 * that logins and files share, and one core.
 */
export function hashInLine(password: string): Promise<string> {
  const hashed = line.then(() => hashPassword(password))
  line = hashed.catch(() => {})
  return hashed
}

let decoy: Promise<string> | null = null

/** What nobody's password is compared with, so that it takes as long as somebody's. */
const decoyHash = (): Promise<string> => {
  decoy ??= hashPassword('there is nobody of that name')
  return decoy
}

/**
 * False for a wrong password, for an account whose hash is none and for no account at all (null), each after the
 * same time.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  try {
    if (passwordHash !== null && (await verify(passwordHash, composed(password)))) return true
    if (passwordHash?.startsWith('$argon2')) {
      // Hashes from before passwords were composed are of what was typed.
      return composed(password) !== password && (await verify(passwordHash, password))
    }
  } catch {
    // Not a hash.
  }
  await verify(await decoyHash(), composed(password))
  return false
}
