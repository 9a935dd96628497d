/**
 * What is being written for a problem: one text, whatever the language. It is kept in local storage with every pause
 * in the typing, so that it outlives a reload, an outage and a closed tab. Several tabs may write for one problem: each
 * keeps its own text; what another tab saved is offered, and is put aside before it would be written over.
 *
 * Drafts belong to an account, those of guests to nobody: anyone who logs in next takes them over.
 */
import {
  EDITOR_FONT_SIZES,
  EDITOR_TAB_SIZES,
  EDITOR_THEMES,
  type EditorTheme,
} from '../../../ui/code/editorThemes.ts'

export type EditorSettings = { theme: EditorTheme; fontSize: number; tabSize: number }

/** A text that another tab wrote. */
export type Aside = { code: string; savedAt: number }

type Kept = {
  language: string | null
  /** The family that was written last, for the time when no host offers a language. */
  family: string | null
  settings: EditorSettings | null
  /** Null when nothing was written. */
  code: string | null
  /** What stood there when another family was chosen, by family: the language as the editor calls it. */
  earlier: Record<string, string>
  /** The languages that were used last, the latest first. */
  recent: readonly string[]
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
const PREFIX = 'problemCodeAndSetting_'
const PRACTICE = `${PREFIX}NoContest_`

/** A problem in practice, or in a contest, by their numbers: what is written there is apart. */
export type DraftSubject = number | { contest: number; problem: number }

/** Where the draft of a problem is kept; a guest has no account. */
export const draftKey = (subject: DraftSubject, account: string | null = null) => {
  const named =
    typeof subject === 'number' ? `${PRACTICE}${subject}` : `${PREFIX}${subject.contest}_${subject.problem}`
  return `${named}${account === null ? '' : `_${account}`}`
}

/** Typing that pauses this long (ms) is saved. */
const PAUSE = 300

/** How many of the languages used last are remembered. */
const RECENT = 3

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
  if (!isObject(value) || typeof value.code !== 'string') return null
  return { code: value.code, savedAt: Number(value.savedAt) || 0 }
}

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** Reads what was kept; whatever makes no sense in it counts as not there. */
function parse(kept: string | null): Kept | null {
  if (!kept) return null
  try {
    const value: unknown = JSON.parse(kept)
    if (!isObject(value)) return null
    const family = text(value.family)
    // Drafts used to have one text a family.
    const codes = textsOf(value.codes)
    return {
      language: text(value.language),
      family,
      settings: settingsOf(value),
      code: text(value.code) ?? codes[family ?? ''] ?? Object.values(codes)[0] ?? null,
      earlier: { ...codes, ...textsOf(value.earlier) },
      recent: Array.isArray(value.recent) ? value.recent.filter((key) => typeof key === 'string') : [],
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

/** The drafts that are shown, by key. A page that follows another of the same problem goes on with its draft. */
const shown = new Map<string, Draft>()

/** The draft of one problem in this tab, for the account that is signed in. */
export function draftOf(problem: DraftSubject, account: string | null): Draft {
  if (account !== null) adoptDrafts(account)
  return shown.get(draftKey(problem, account)) ?? openDraft(problem, account)
}

/** Gives an account what a guest wrote in this browser; where both wrote, the guest's text is offered beside. */
function adoptDrafts(account: string, storage = localStorageOrNull()) {
  for (const draft of shown.values()) draft.flush()
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? '')
    for (const key of keys) {
      const problem = key.startsWith(PRACTICE) ? key.slice(PRACTICE.length) : ''
      if (!/^\d+$/.test(problem)) continue
      const guests = read(storage, key)
      const to = draftKey(Number(problem), account)
      const own = read(storage, to)
      storage?.removeItem(key)
      if (!guests) continue
      const { code, savedAt } = guests
      const aside = code?.trim() && code !== own?.code ? { code, savedAt } : null
      storage?.setItem(to, written(own?.code?.trim() ? { ...own, aside: aside ?? own.aside } : guests))
    }
  } catch {
    // Then the drafts stay where they are.
  }
}

/** Reads what was kept for a problem. `listen` connects it to the other tabs, and saves when it lets go. */
export function openDraft(
  problem: DraftSubject,
  account: string | null = null,
  storage = localStorageOrNull(),
) {
  const key = draftKey(problem, account)
  const opened = read(storage, key)
  const habits = read(storage, GLOBAL_KEY)
  const earlier: Record<string, string> = { ...opened?.earlier }
  const watchers = new Set<() => void>()
  let code = opened?.code ?? null
  /** The text that this tab and the storage last agreed on. */
  let agreed = code
  /** Whether the text was changed here since it was saved. */
  let unsaved = false
  let language = opened?.language ?? habits?.language ?? null
  let latest = opened?.family ?? habits?.family ?? null
  let recent = habits?.recent ?? []
  let settings = opened?.settings ?? habits?.settings ?? STANDARD_SETTINGS
  let refused: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const first = opened?.aside
  let state: DraftState = {
    saved: code === null ? 'nothing' : 'saved',
    aside: first && first.code !== code ? first : null,
  }

  function change(to: Partial<DraftState>) {
    state = { ...state, ...to }
    for (const watcher of watchers) watcher()
  }

  /** What another tab wrote in the meantime, and this one does not have. */
  function divergence(stored: Kept | null): Aside | null {
    if (!stored || stored.code === null || code === null) return null
    if (stored.code === code || stored.code === agreed || stored.code === refused) return null
    return { code: stored.code, savedAt: stored.savedAt }
  }

  function save() {
    clearTimeout(timer)
    timer = undefined
    const stored = read(storage, key)
    const aside = divergence(stored) ?? state.aside
    const kept: Kept = {
      language,
      family: latest,
      settings,
      code: unsaved ? code : (stored?.code ?? null),
      earlier: { ...stored?.earlier, ...earlier },
      recent: [],
      savedAt: Date.now(),
      aside,
    }
    try {
      if (!storage) throw new Error('There is no storage')
      storage.setItem(key, written(kept))
      if (unsaved) agreed = code
      unsaved = false
      change({ saved: kept.code === null ? 'nothing' : 'saved', aside })
    } catch {
      change({ saved: 'failed', aside })
    }
  }

  const flush = () => {
    if (timer !== undefined) save()
  }

  function keepHabits() {
    const kept = {
      language,
      family: latest,
      settings,
      code: null,
      earlier: {},
      recent,
      savedAt: 0,
      aside: null,
    }
    try {
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
    recent: () => recent,
    settings: () => settings,
    /** The text as it stands, saved or not; null when nothing was written. */
    code: () => code,
    /** What was written last in another family; null when that is nothing, or what stands there now. */
    earlier: (family: string): string | null => {
      const text = earlier[family]
      return text?.trim() && text !== code ? text : null
    },

    /** Each change of the text in the editor. */
    type(text: string) {
      if (code === text) return
      code = text
      unsaved = true
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE)
      if (state.saved !== 'saving') change({ saved: 'saving' })
    },
    /** Another language is written from now on; the text stays. */
    choose(key: string, family: string) {
      if (latest !== null && latest !== family && code?.trim()) earlier[latest] = code
      language = key
      latest = family
      recent = [key, ...recent.filter((one) => one !== key)].slice(0, RECENT)
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
        const same = state.aside !== null && stored.code === code
        if (aside || same) change({ aside })
      }
      window.addEventListener('storage', heard)
      window.addEventListener('pagehide', flush)
      shown.set(key, draft)
      return () => {
        if (shown.get(key) === draft) shown.delete(key)
        window.removeEventListener('storage', heard)
        window.removeEventListener('pagehide', flush)
        flush()
      }
    },
  }
  return draft
}
