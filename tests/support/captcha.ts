import { createHash } from 'node:crypto'
import type { Site } from './site.ts'

/** What the picture of a captcha asks for: its answer is small enough to be found by its hash. */
export async function solve(site: Site, key: string): Promise<string> {
  const asked = await site.prisma.challenge.findUniqueOrThrow({
    where: { kind_subject: { kind: 'CAPTCHA', subject: key } },
  })
  for (let number = 0; number < 200; number++) {
    const hash = createHash('sha256').update(`CAPTCHA:${key}:${number}`).digest('hex')
    if (hash === asked.answerHash) return String(number)
  }
  throw new Error('no small number is the answer')
}

/** A new captcha with its right answer, as the inputs that ask for one take it. */
export async function solvedCaptcha(site: Site): Promise<{ captchaKey: string; captcha: string }> {
  const { data } = await site.graphql('mutation { createCaptcha { key image } }')
  const { key } = data.createCaptcha
  return { captchaKey: key, captcha: await solve(site, key) }
}
