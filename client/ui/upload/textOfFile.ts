import { decodeText } from '#server/shared/decodeText.ts'

/** Text of a chosen file, in any encoding that the server reads. */
export const textOfFile = async (file: File): Promise<string> =>
  decodeText(new Uint8Array(await file.arrayBuffer()))
