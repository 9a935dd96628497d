/** Names after a fence that are neither a key of the judge nor a language of the editor. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  py: 'python',
  js: 'javascript',
  node: 'javascript',
  ts: 'typescript',
  cs: 'csharp',
  'c#': 'csharp',
  golang: 'go',
  rs: 'rust',
  kt: 'kotlin',
  rb: 'ruby',
  hs: 'haskell',
  pas: 'pascal',
}

type Offered = { readonly key: string; readonly editorLanguage: string }

/**
 * The offered language that a fenced block runs in: the one with this key, else the first of its editor's language;
 * null: there is none.
 */
export function runLanguageOf<Language extends Offered>(
  fence: string,
  languages: readonly Language[],
): Language | null {
  const name = fence.toLowerCase()
  const wanted = OTHER_NAMES[name] ?? name
  return (
    languages.find(({ key }) => key === name) ??
    languages.find(({ editorLanguage }) => editorLanguage === wanted) ??
    null
  )
}
