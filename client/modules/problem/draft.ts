/**
 * What is being written for a problem. It is kept in local storage with every pause in the typing, so that it
 * outlives a reload, an outage and a closed tab. Several tabs may write for one problem: each keeps its own text;
 * what another tab saved is offered, and is put aside before it would be written over.
 */
import {
  EDITOR_FONT_SIZES,
  EDITOR_TAB_SIZES,
  EDITOR_THEMES,
  type EditorTheme,
} from '../../ui/editorThemes.ts'

export type EditorSettings = { theme: EditorTheme; fontSize: number; tabSize: number }

/** A text that another tab wrote. `family` is the language as the editor calls it. */
export type Aside = { family: string; code: string; savedAt: number }

type Kept = {
  language: string | null
  /** The family that was written last, for the time when no host offers a language. */
  family: string | null
  settings: EditorSettings | null
  /** One text a family, so that C++17 and C++20 share theirs and Python has its own. */
  codes: Record<string, string>
  savedAt: number
  aside: Aside | null
}

export type DraftState = {
  /** 'nothing': there is nothing that would be lost. */
  saved: 'nothing' | 'saving' | 'saved' | 'failed'
  /** Newer code of another tab. */
  aside: Aside | null
}

export const STANDARD_SETTINGS: EditorSettings = { theme: 'site', fontSize: 14, tabSize: 4 }

const GLOBAL_KEY = 'individualLanguageAndSetting'
export const draftKey = (problem: number) => `problemCodeAndSetting_NoContest_${problem}`

/** Typing that pauses this long (ms) is saved. */
const PAUSE = 300

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function settingsOf(value: unknown): EditorSettings | null {
  if (!isObject(value)) return null
  const theme = EDITOR_THEMES.find((one) => one === value.theme)
  const fontSize = EDITOR_FONT_SIZES.find((one) => one === value.fontSize)
  const tabSize = EDITOR_TAB_SIZES.find((one) => one === value.tabSize)
  if (!theme && !fontSize && !tabSize) return null
  return {
    theme: theme ?? STANDARD_SETTINGS.theme,
    fontSize: fontSize ?? STANDARD_SETTINGS.fontSize,
    tabSize: tabSize ?? STANDARD_SETTINGS.tabSize,
  }
}

function asideOf(value: unknown): Aside | null {
  if (!isObject(value) || typeof value.code !== 'string' || typeof value.family !== 'string') return null
  return { family: value.family, code: value.code, savedAt: Number(value.savedAt) || 0 }
}

/** Reads what was kept; whatever makes no sense in it counts as not there. */
function parse(kept: string | null): Kept | null {
  if (!kept) return null
  try {
    const value: unknown = JSON.parse(kept)
    if (!isObject(value)) return null
    const codes = Object.entries(isObject(value.codes) ? value.codes : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return {
      language: text(value.language),
      family: text(value.family),
      settings: settingsOf(value),
      codes: Object.fromEntries(codes),
      savedAt: Number(value.savedAt) || 0,
      aside: asideOf(value.aside),
    }
  } catch {
    return null
  }
}

const written = ({ settings, ...kept }: Kept) => JSON.stringify({ ...kept, ...settings })

function read(storage: Storage | null, key: string): Kept | null {
  try {
    return parse(storage?.getItem(key) ?? null)
  } catch {
    return null
  }
}

/** Storage may be closed to us; then code lives as long as the page, and the mark says so. */
export function localStorageOrNull(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

export type Draft = ReturnType<typeof openDraft>

/** The drafts that are shown. A page that follows another of the same problem goes on with its draft. */
const shown = new Map<number, Draft>()

/** The draft of one problem in this tab. */
export const draftOf = (problem: number): Draft => shown.get(problem) ?? openDraft(problem)

/** Reads what was kept for a problem. `listen` connects it to the other tabs, and saves when it lets go. */
export function openDraft(problem: number, storage = localStorageOrNull()) {
  const key = draftKey(problem)
  const opened = read(storage, key)
  const habits = read(storage, GLOBAL_KEY)
  const codes: Record<string, string> = { ...opened?.codes }
  /** The texts that this tab and the storage last agreed on. */
  const agreed: Record<string, string> = { ...opened?.codes }
  /** The families whose text was changed here since it was saved. */
  const unsaved = new Set<string>()
  const watchers = new Set<() => void>()
  let language = opened?.language ?? habits?.language ?? null
  let latest = opened?.family ?? habits?.family ?? null
  let settings = opened?.settings ?? habits?.settings ?? STANDARD_SETTINGS
  let refused: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const first = opened?.aside
  let state: DraftState = {
    saved: Object.keys(codes).length > 0 ? 'saved' : 'nothing',
    aside: first && first.code !== codes[first.family] ? first : null,
  }

  function change(to: Partial<DraftState>) {
    state = { ...state, ...to }
    for (const watcher of watchers) watcher()
  }

  /** What another tab wrote in the meantime, and this one does not have. */
  function divergence(stored: Kept | null): Aside | null {
    if (!stored) return null
    for (const [family, code] of Object.entries(stored.codes)) {
      const mine = codes[family]
      if (mine !== undefined && code !== mine && code !== agreed[family] && code !== refused)
        return { family, code, savedAt: stored.savedAt }
    }
    return null
  }

  function save() {
    clearTimeout(timer)
    timer = undefined
    const stored = read(storage, key)
    const aside = divergence(stored) ?? state.aside
    const own = Object.fromEntries(Object.entries(codes).filter(([family]) => unsaved.has(family)))
    const kept: Kept = {
      language,
      family: latest,
      settings,
      codes: { ...stored?.codes, ...own },
      savedAt: Date.now(),
      aside,
    }
    try {
      if (!storage) throw new Error('There is no storage')
      storage.setItem(key, written(kept))
      Object.assign(agreed, own)
      unsaved.clear()
      change({ saved: Object.keys(kept.codes).length > 0 ? 'saved' : 'nothing', aside })
    } catch {
      change({ saved: 'failed', aside })
    }
  }

  const flush = () => {
    if (timer !== undefined) save()
  }

  function keepHabits() {
    try {
      const kept = { language, family: latest, settings, codes: {}, savedAt: Date.now(), aside: null }
      storage?.setItem(GLOBAL_KEY, written(kept))
    } catch {
      // The habit is forgotten; the draft says when saving fails.
    }
  }

  const draft = {
    state: () => state,
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    language: () => language,
    family: () => latest,
    settings: () => settings,
    /** The text of a family as it stands, saved or not; null when nothing was written. */
    code: (family: string): string | null => codes[family] ?? null,

    /** Each change of the text in the editor. */
    type(family: string, code: string) {
      if (codes[family] === code) return
      codes[family] = code
      latest = family
      unsaved.add(family)
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE)
      if (state.saved !== 'saving') change({ saved: 'saving' })
    },
    /** What was written as one family is code of another, unless that one has code already. */
    rename(from: string, to: string) {
      const code = codes[from]
      if (!code || from === to || codes[to] !== undefined) return
      codes[to] = code
      codes[from] = ''
      unsaved.add(to).add(from)
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE)
    },
    choose(key: string, of: string) {
      language = key
      latest = of
      keepHabits()
      save()
    },
    set(change: Partial<EditorSettings>) {
      settings = { ...settings, ...change }
      keepHabits()
      save()
    },
    /** The reader has seen what another tab wrote, and took it or does not want it. */
    settle() {
      refused = state.aside?.code ?? refused
      change({ aside: null })
      save()
    },
    flush,
    listen() {
      const heard = (event: StorageEvent) => {
        if (event.key !== key) return
        const stored = parse(event.newValue)
        if (!stored) return
        const aside = divergence(stored)
        // A family that nobody wrote here is simply the other tab's.
        for (const [family, code] of Object.entries(stored.codes))
          if (!(family in codes)) codes[family] = code
        const same = state.aside !== null && stored.codes[state.aside.family] === codes[state.aside.family]
        if (aside || same) change({ aside })
      }
      window.addEventListener('storage', heard)
      window.addEventListener('pagehide', flush)
      shown.set(problem, draft)
      return () => {
        shown.delete(problem)
        window.removeEventListener('storage', heard)
        window.removeEventListener('pagehide', flush)
        flush()
      }
    },
  }
  return draft
}
