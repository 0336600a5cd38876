import { normalizeText } from '../../../lib/normalize.js'

/**
 * The scripts in modern use: those that UAX #31 recommends for identifiers (table 5) and those in limited use (table 7).
 */
const singleScripts = `
  Latin Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada
  Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Adlam Balinese Bamum Batak
  Canadian_Aboriginal Chakma Cham Cherokee Javanese Hanifi_Rohingya Kayah_Li Lepcha Limbu Lisu Mandaic
  Meetei_Mayek Miao Mongolian New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra
  Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi
`
  .trim()
  .split(/\s+/)
/** The combinations of scripts that languages use together. */
const combinations = ['Han Hiragana Katakana', 'Han Bopomofo', 'Han Hangul']
const writingSystems = [...singleScripts, ...combinations].map(scripts => scripts.split(' '))

// All writing systems share the ASCII digits and separators, and the marks of the script "Inherited".
const patterns = writingSystems.map(scripts => {
  const letters = scripts.map(script => String.raw`\p{Script_Extensions=${script}}`).join('')
  return new RegExp(String.raw`^[${letters}\p{Script=Inherited}0-9._-]*$`, 'u')
})

/**
 * Returns whether all letters belong to one writing system. Normalizes the name first, so that full-width letters
 * count.
 */
export function isSingleScript(name: string): boolean {
  const plain = normalizeText(name, 'NFKC')
  return patterns.some(pattern => pattern.test(plain))
}
