import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters of the OWASP password storage cheat sheet (19 MiB, 2 passes, 1 lane). */
const PARAMETERS = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

/** Normalizes to NFC, because keyboards send the same letter composed or decomposed. */
const composed = (password: string): string => password.normalize('NFC')

/** Length of a password in code points, after normalization. */
export const passwordLength = (password: string): number => [...composed(password)].length

export const hashPassword = (password: string): Promise<string> => hash(composed(password), PARAMETERS)

let line: Promise<unknown> = Promise.resolve()

/**
 * Hashes passwords one after another in this process, so that a bulk import occupies one core and one thread
 * of the pool.
 */
export function hashInLine(password: string): Promise<string> {
  const hashed = line.then(() => hashPassword(password))
  line = hashed.catch(() => {})
  return hashed
}

let decoy: Promise<string> | null = null

/** Hash compared when the account does not exist, so that both cases take equally long. */
const decoyHash = (): Promise<string> => {
  decoy ??= hashPassword('there is nobody of that name')
  return decoy
}

/** False for a wrong password, an invalid hash, or no account (null), each after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  try {
    if (passwordHash !== null && (await verify(passwordHash, composed(password)))) return true
    if (passwordHash?.startsWith('$argon2')) {
      // Older hashes are of the text as typed.
      return composed(password) !== password && (await verify(passwordHash, password))
    }
  } catch {
    // Not a hash.
  }
  await verify(await decoyHash(), composed(password))
  return false
}
