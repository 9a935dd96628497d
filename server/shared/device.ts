type Name = readonly [RegExp, string]

const first = (names: readonly Name[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Order matters: most browsers also name those further down. */
const BROWSERS: readonly Name[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(node|undici)/i, 'Node.js'],
  [/^python/i, 'Python'],
]

const SYSTEMS: readonly Name[] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system of a user agent, such as 'Firefox' and 'Windows'. Null: not recognised. */
export const deviceOf = (userAgent: string) => ({
  browser: first(BROWSERS, userAgent),
  system: first(SYSTEMS, userAgent),
})
