/**
 * The draft of a problem: one text for all languages. Local storage gets it with every pause in the typing,
 * so it survives a reload, an outage and a closed tab. Each tab keeps its own text; newer text of another tab
 * is offered and is never overwritten unseen.
 *
 * Drafts belong to an account. Drafts of a guest go to the account that logs in next.
 */
import {
  EDITOR_FONT_SIZES,
  EDITOR_TAB_SIZES,
  EDITOR_THEMES,
  RECENT_LANGUAGES,
} from '#server/shared/editorChoices.ts'
import { editorKey, keepChoice } from '../../../app/preferences.ts'
import type { EditorTheme } from '../../../ui/code/editorThemes.ts'

export type EditorSettings = { theme: EditorTheme; fontSize: number; tabSize: number }

/** A text that another tab wrote. */
export type Aside = { code: string; savedAt: number }

type Kept = {
  language: string | null
  /** Family written last, used while no host offers a language. */
  family: string | null
  settings: EditorSettings | null
  /** Null when nothing was typed. */
  code: string | null
  /** Text left behind at a change of language, by family; the language as the editor names it. */
  earlier: Record<string, string>
  /** Keys of the languages used last, latest first. */
  recent: readonly string[]
  savedAt: number
  aside: Aside | null
}

export type DraftState = {
  /** 'nothing': nothing to lose. */
  saved: 'nothing' | 'saving' | 'saved' | 'failed'
  /** Newer code of another tab; null when there is none. */
  aside: Aside | null
}

export const STANDARD_SETTINGS: EditorSettings = { theme: 'site', fontSize: 14, tabSize: 4 }

const PREFIX = 'problemCodeAndSetting_'
const PRACTICE = `${PREFIX}NoContest_`

/** Number of a problem in practice, or of contest and problem; each has its own draft. */
export type DraftSubject = number | { contest: number; problem: number }

/** Storage key of a problem's draft; `account` is null for a guest. */
export const draftKey = (subject: DraftSubject, account: string | null = null) => {
  const named =
    typeof subject === 'number' ? `${PRACTICE}${subject}` : `${PREFIX}${subject.contest}_${subject.problem}`
  return `${named}${account === null ? '' : `_${account}`}`
}

/** Pause in the typing (ms) after which the draft is saved. */
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
  if (!isObject(value) || typeof value.code !== 'string') return null
  return { code: value.code, savedAt: Number(value.savedAt) || 0 }
}

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** Parses a stored draft; null when it is missing or malformed. */
function parse(kept: string | null): Kept | null {
  if (!kept) return null
  try {
    const value: unknown = JSON.parse(kept)
    if (!isObject(value)) return null
    const family = text(value.family)
    // Older drafts hold one text per family.
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

/** Local storage, or null when the browser denies it: then a draft lives as long as the page. */
export function localStorageOrNull(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

export type Draft = ReturnType<typeof openDraft>

/** Open drafts by key. Pages of the same problem share one draft. */
const shown = new Map<string, Draft>()

/** The draft of a problem in this tab, for one account (null: a guest). */
export function draftOf(problem: DraftSubject, account: string | null): Draft {
  if (account !== null) adoptDrafts(account)
  return shown.get(draftKey(problem, account)) ?? openDraft(problem, account)
}

/** Moves a guest's drafts to an account; where both have one, the guest's is offered. */
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
    // Leave the drafts where they are.
  }
}

/** Opens the stored draft of a problem. `listen` follows the other tabs, and its cleanup saves. */
export function openDraft(
  problem: DraftSubject,
  account: string | null = null,
  storage = localStorageOrNull(),
) {
  const key = draftKey(problem, account)
  const opened = read(storage, key)
  const habitKey = editorKey(account)
  const kept = account === null ? null : read(storage, habitKey)
  const habits = kept ?? read(storage, editorKey(null))
  const earlier: Record<string, string> = { ...opened?.earlier }
  const watchers = new Set<() => void>()
  let code = opened?.code ?? null
  /** The text that tab and storage last had in common. */
  let agreed = code
  /** True when the text changed since the last save. */
  let unsaved = false
  let language = opened?.language ?? habits?.language ?? null
  let latest = opened?.family ?? habits?.family ?? null
  let recent = habits?.recent ?? []
  // An account has the same settings for all problems; a guest has them for each.
  let settings = kept?.settings ?? opened?.settings ?? habits?.settings ?? STANDARD_SETTINGS
  let refused: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: DraftState = {
    saved: code === null ? 'nothing' : 'saved',
    aside: opened?.aside && opened.aside.code !== code ? opened.aside : null,
  }

  function change(to: Partial<DraftState>) {
    state = { ...state, ...to }
    for (const watcher of watchers) watcher()
  }

  /** Text that another tab saved and this tab lacks; null when there is none. */
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

  const keepHabits = () => storeHabits(storage, habitKey, { language, family: latest, settings, recent })

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
    /** The current text, saved or not; null when nothing was typed. */
    code: () => code,
    /** The last text in another family; null when it is empty or equals the current one. */
    earlier: (family: string): string | null => {
      const text = earlier[family]
      return text?.trim() && text !== code ? text : null
    },

    /** Called with every change in the editor. */
    type(text: string) {
      if (code === text) return
      code = text
      unsaved = true
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE)
      if (state.saved !== 'saving') change({ saved: 'saving' })
    },
    /** Changes the language; the text stays. */
    choose(key: string, family: string) {
      if (latest !== null && latest !== family && code?.trim()) earlier[latest] = code
      language = key
      latest = family
      recent = [key, ...recent.filter((one) => one !== key)].slice(0, RECENT_LANGUAGES)
      keepHabits()
      save()
      void keepChoice({ editor: { language, recent } })
    },
    set(change: Partial<EditorSettings>) {
      settings = { ...settings, ...change }
      keepHabits()
      save()
      void keepChoice({ editor: settings })
    },
    /** The reader has taken or refused the text of the other tab. */
    settle() {
      refused = state.aside?.code ?? refused
      change({ aside: null })
      save()
    },
    flush,
    listen() {
      const stop = followTabs((changedKey, stored) => {
        if (changedKey === key) {
          const aside = divergence(stored)
          const same = state.aside !== null && stored.code === code
          if (aside || same) change({ aside })
        } else if (account !== null && changedKey === habitKey) {
          settings = stored.settings ?? settings
          recent = stored.recent
          change({})
        }
      }, flush)
      shown.set(key, draft)
      return () => {
        if (shown.get(key) === draft) shown.delete(key)
        stop()
        flush()
      }
    },
  }
  return draft
}

function storeHabits(
  storage: Storage | null,
  key: string,
  habits: Pick<Kept, 'language' | 'family' | 'settings' | 'recent'>,
) {
  try {
    storage?.setItem(key, written({ ...habits, code: null, earlier: {}, savedAt: 0, aside: null }))
  } catch {
    // Languages and settings are not remembered; the draft reports that saving failed.
  }
}

/** Follows what other tabs store, and calls `onLeave` when the page is left. Returns the cleanup. */
function followTabs(onStored: (key: string, stored: Kept) => void, onLeave: () => void): () => void {
  const heard = ({ key, newValue }: StorageEvent) => {
    const stored = parse(newValue)
    if (key !== null && stored) onStored(key, stored)
  }
  window.addEventListener('storage', heard)
  window.addEventListener('pagehide', onLeave)
  return () => {
    window.removeEventListener('storage', heard)
    window.removeEventListener('pagehide', onLeave)
  }
}
