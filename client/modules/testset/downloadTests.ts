import { download } from '../../relay/files/download.ts'

/** Downloads the tests of a problem as a zip. */
export const downloadTests = (problem: number): Promise<void> =>
  download(`/api/file/download-testcase?pid=${problem}`)
