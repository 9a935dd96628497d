// Runs before anything is drawn, so that the page never flashes in the wrong theme or language.
// A file of its own, because the content security policy allows no inline script.
;(() => {
  const root = document.documentElement
  const recall = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  const mode = recall('theme')
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-theme', dark ? 'dark' : 'light')

  const locale = new URLSearchParams(location.search).get('l') || recall('locale')
  root.lang = locale === 'en-US' ? 'en-US' : 'zh-CN'

  // Which of the skeletons in index.html is the nearest to the page.
  const SHAPES = [
    [/^\/(home)?$/, 'home'],
    [/^\/problem$/, 'list'],
    [/\/full-screen$/, 'full-screen'],
    [/^\/problem\//, 'desk'],
    [/^\/status$/, 'status'],
  ]
  const shape = SHAPES.find(([path]) => path.test(location.pathname))
  root.setAttribute('data-page', shape ? shape[1] : 'plain')

  // Page and words are chunks of their own: ask for them now, beside the program, not when it has read where it is.
  const named = document.querySelector('meta[name=first-chunks]')
  if (!named) return
  const { words, files, pages } = JSON.parse(named.content)
  const path = location.pathname === '/' ? '/home' : location.pathname
  const leadsHere = ([pattern]) =>
    new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+').replace('*', '.*')}/?$`, 'i').test(path)
  const [, chunks, nouns] = pages.find(leadsHere) || ['', [], []]
  const [first, ...others] = words[root.lang]
  const wanted = [first, ...chunks.map((at) => files[at]), ...nouns.map((at) => others[at])]
  for (const chunk of wanted) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/assets/${chunk}.js`
    document.head.append(link)
  }
})()
