/** When (ms) the reader last changed something, or heard of a change: data that was read ahead before that may be outdated. */
let changedAt = 0

export const noteChange = () => {
  changedAt = Date.now()
}

/** Whether what was read at this moment (ms) was read after the last change. */
export const isReadSince = (at: number): boolean => at > changedAt
