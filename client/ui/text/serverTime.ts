/**
 * Estimates the server's clock. Each answer carries its server time, which was between request and response;
 * the intersection of these intervals bounds the difference of the clocks.
 */

/** Bounds of the difference (ms) of the server's clock to the browser's. */
let bounds: { least: number; most: number } | null = null

/** Notes an answer written at `writtenAt` (server clock), between two times of the browser's clock. */
export function noteServerTime(writtenAt: number, askedAt: number, heardAt: number) {
  const said = { least: writtenAt - heardAt, most: writtenAt - askedAt }
  const both = bounds && { least: Math.max(bounds.least, said.least), most: Math.min(bounds.most, said.most) }
  // Disjoint bounds: a clock was changed since.
  bounds = both && both.least <= both.most ? both : said
}

/** The server's time (ms); the browser's before the first answer. */
export const serverNow = () => Date.now() + (bounds ? Math.round((bounds.least + bounds.most) / 2) : 0)
