/** Time (ms) of the last change that this browser made or heard of; data preloaded earlier may be stale. */
let changedAt = 0

export const noteChange = () => {
  changedAt = Date.now()
}

/** Whether data read at this time (ms) is newer than the last change. */
export const isReadSince = (at: number): boolean => at > changedAt
