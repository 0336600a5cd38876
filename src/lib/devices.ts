const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Watch ?OS/i, 'Apple Watch'],
  [/CFNetwork|Darwin/, 'an Apple device'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh|macOS/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** The first match counts, because most browsers also claim to be other browsers. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** Default product names of HTTP libraries, which do not identify an app. */
const libraries = /^(?:okhttp|Dart|Dalvik|axios|node|undici|python-requests|curl|Apache-HttpClient)$/i

const named = (table: readonly [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/** Returns a readable name for a User-Agent header, such as `Safari on iPhone` or `FitnessApp 1.2 on Android`. */
export function deviceName(userAgent: string): string {
  const system = named(systems, userAgent)
  const [, name = '', version = ''] = /^([\w .-]{1,40}?)\/(\d+(?:\.\d+)?)/.exec(userAgent.trim()) ?? []
  const isApp = name !== '' && name !== 'Mozilla' && !libraries.test(name)
  const program = isApp ? `${name} ${version}` : name === 'Mozilla' ? named(browsers, userAgent) : undefined
  if (program !== undefined && system !== undefined) return `${program} on ${system}`
  return program ?? system ?? 'Unknown device'
}
