import type { Catalogues } from '#locales/i18n.ts'
import type { RefusalCode, RefusalParameters } from '../../core/errors.ts'
import type { FormatKey } from './format.ts'

/** How a thing in a package came over: as it is, in other words, or not at all. */
export type NoteKind = 'understood' | 'converted' | 'leftOut'

/** What is said about a package; the words stand in locales/<locale>/problem/package.json under `note`. */
export type NoteKey = keyof Catalogues['package']['note']

export type Note = {
  kind: NoteKind
  key: NoteKey
  /** The file it is about, as the package calls it. */
  file: string | null
  parameters: Record<string, string | number>
}

/** Collects what is said while a problem is read. */
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

  /** The same thing is said once: `count` of an equal note is not worth a second line. */
  #add(kind: NoteKind, key: NoteKey, parameters: Note['parameters'], file: string | null): void {
    const note: Note = { kind, key, file, parameters }
    const text = JSON.stringify(note)
    if (this.list.length < MOST_NOTES && !this.list.some((one) => JSON.stringify(one) === text)) {
      this.list.push(note)
    }
  }
}

const MOST_NOTES = 500

/** What became of one problem of a package. */
export type ProblemReport = {
  /** The folder or the file it was read from, '' for the package itself. */
  at: string
  /** Title in one of its languages, null when it could not be read. */
  title: string | null
  /** The problem it became; null when it was refused. */
  displayId: string | null
  refusal: { code: RefusalCode; parameters: RefusalParameters } | null
  notes: Note[]
}

/** What became of a package; a program reads it as it is, people through `sayReport`. */
export type PackageReport = { format: FormatKey; problems: ProblemReport[] }
