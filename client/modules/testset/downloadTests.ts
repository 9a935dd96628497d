import { toast } from '../../app/toasts.ts'
import { whenSpoken } from '../../app/words.ts'
import { download } from '../../relay/files/download.ts'

/** Downloads the tests of a problem as a zip; large ones take a while, so that their end is told. */
export async function downloadTests(problem: number): Promise<void> {
  if (!(await download(`/api/file/download-testcase?pid=${problem}`))) return
  const { t } = await whenSpoken
  toast.success(t('problemAdmin:testsDownloaded'))
}
