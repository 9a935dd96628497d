/**
 * The server's clock, as far as it is known here: every answer says when the server wrote it, which was between the
 * question and its arrival. What all answers agree on holds the difference of the two clocks.
 */

/** The difference (ms) of the server's clock to ours is between these. */
let bounds: { least: number; most: number } | null = null

/** Notes an answer that the server wrote at `writtenAt`, by its clock, between two moments of ours. */
export function noteServerTime(writtenAt: number, askedAt: number, heardAt: number) {
  const said = { least: writtenAt - heardAt, most: writtenAt - askedAt }
  const both = bounds && { least: Math.max(bounds.least, said.least), most: Math.min(bounds.most, said.most) }
  // Where they disagree, somebody has set a clock meanwhile.
  bounds = both && both.least <= both.most ? both : said
}

/** What the server's clock shows now (ms); ours until it has answered. */
export const serverNow = () => Date.now() + (bounds ? Math.round((bounds.least + bounds.most) / 2) : 0)
