// Runs before anything is drawn: theme, language, first requests. No inline script: the CSP allows none.
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
  let theme = dark ? 'dark' : 'light'
  root.dataset.theme = theme

  // Paper is light.
  const paper = matchMedia('print')
  paper.onchange = () => {
    if (paper.matches) theme = root.dataset.theme
    root.dataset.theme = paper.matches ? 'light' : theme
  }

  const locale = new URLSearchParams(location.search).get('l') || recall('locale')
  root.lang = locale === 'en-US' ? 'en-US' : 'zh-CN'

  // The skeleton of index.html.
  const SHAPES = [
    [/^\/(home)?$/, 'home'],
    [/^\/problem$/, 'list'],
    [/\/full-screen$/, 'full-screen'],
    [/^\/problem\//, 'desk'],
    [/^\/status$/, 'status'],
  ]
  const shape = SHAPES.find(([path]) => path.test(location.pathname))
  root.dataset.page = shape ? shape[1] : 'plain'

  // Page and words are chunks of their own: ask for them beside the program.
  const named = document.querySelector('meta[name=first-chunks]')
  if (!named) return
  const { words, files, pages } = JSON.parse(named.content)
  const placeIn = (pattern, path) =>
    new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace('*', '.*')}/?$`, 'i').exec(path)
  const brought = new Set()

  // Fetches the chunks of a page (relay/preload.ts).
  const bring = (path) => {
    const page = pages.find(([pattern]) => placeIn(pattern, path)) || ['', [], []]
    const [, chunks, nouns] = page
    const [first, ...others] = words[root.lang]
    for (const chunk of [first, ...chunks.map((at) => files[at]), ...nouns.map((at) => others[at])]) {
      if (brought.has(chunk)) continue
      brought.add(chunk)
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = `/assets/${chunk}.js`
      document.head.append(link)
    }
    return page
  }
  window.bringChunks = bring

  // The question of the page leaves now; relay/environment.ts takes the answer.
  const ask = ({ default: { query, variables } }) => {
    // The program was faster and asks for itself.
    if (window.asked === null) return
    const params = placeIn(pattern, path).groups || {}
    const values = variables
      ? variables((name) => decodeURIComponent(params[name] || ''), new URLSearchParams(location.search))
      : {}
    const token = recall('token')
    const { text, name } = query.params
    const body = JSON.stringify({ query: text, operationName: name, variables: values })
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json',
      'Accept-Language': root.lang,
      ...(token && { Authorization: token }),
    }
    // Read whole: an answer nobody came for would keep its connection.
    const whole = async (answer) =>
      new Response(await answer.blob(), { status: answer.status, headers: answer.headers })
    const answer = fetch('/graphql', { method: 'POST', headers, body })
      .then(whole)
      .catch(() => null)
    window.asked = { body, token, language: root.lang, at: performance.now(), answer }
  }
  const path = location.pathname === '/' ? '/home' : location.pathname
  const [pattern, , , asking] = bring(path)
  if (asking !== undefined) import(`/assets/${files[asking]}.js`).then(ask).catch(() => undefined)
})()
