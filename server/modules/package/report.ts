import type { Catalogues } from '#locales/i18n.ts'
import type { RefusalCode, RefusalParameters } from '../../core/errors.ts'
import type { FormatKey } from './format.ts'

/** Kind of a note: taken over as it is, converted, or left out. */
export type NoteKind = 'understood' | 'converted' | 'leftOut'

/** Text key of a note; the texts are in locales/<locale>/problem/package.json under `note`. */
export type NoteKey = keyof Catalogues['package']['note']

export type Note = {
  kind: NoteKind
  key: NoteKey
  /** File it is about, as the package names it. */
  file: string | null
  parameters: Record<string, string | number>
}

/** Collects notes while a problem is read. */
export class Notes {
  readonly list: Note[] = []

  understood(key: NoteKey, parameters: Note['parameters'] = {}, file: string | null = null): void {
    this.#add('understood', key, parameters, file)
  }

  converted(key: NoteKey, parameters: Note['parameters'] = {}, file: string | null = null): void {
    this.#add('converted', key, parameters, file)
  }

  leftOut(key: NoteKey, parameters: Note['parameters'] = {}, file: string | null = null): void {
    this.#add('leftOut', key, parameters, file)
  }

  /** Merges equal notes into one with a `count`. */
  #add(kind: NoteKind, key: NoteKey, parameters: Note['parameters'], file: string | null): void {
    const note: Note = { kind, key, file, parameters }
    const text = JSON.stringify(note)
    if (this.list.length < MOST_NOTES && !this.list.some((one) => JSON.stringify(one) === text)) {
      this.list.push(note)
    }
  }
}

const MOST_NOTES = 500

/** Result of importing one problem of a package. */
export type ProblemReport = {
  /** Folder or file it was read from, '' for the package itself. */
  at: string
  /** Title in one of its languages, null when it could not be read. */
  title: string | null
  /** Display id of the created problem; null when it was refused. */
  displayId: string | null
  refusal: { code: RefusalCode; parameters: RefusalParameters } | null
  notes: Note[]
}

/** Report of an import, for programs; `sayReport` puts it into words. */
export type PackageReport = { format: FormatKey; problems: ProblemReport[] }
