import { useOwnFile } from './useOwnFile.ts'

/** A picture among the files of a problem; its words until it can be shown. */
export function OwnPicture({ src, alt }: { src: string; alt: string }) {
  const shown = useOwnFile(src)
  return shown ? <img src={shown} alt={alt} /> : <span>{alt}</span>
}
