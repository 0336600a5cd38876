import { normalizeText } from '../../../lib/normalize.js'

/**
 * The scripts that people write today: those that UAX #31 recommends for identifiers (table 5) and those in limited
 * use (table 7). Languages that mix several are written in those together.
 */
const alone = `
  Latin Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada
  Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Adlam Balinese Bamum Batak
  Canadian_Aboriginal Chakma Cham Cherokee Javanese Hanifi_Rohingya Kayah_Li Lepcha Limbu Lisu Mandaic
  Meetei_Mayek Miao Mongolian New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Osage Saurashtra
  Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tifinagh Vai Wancho Yi
`
  .trim()
  .split(/\s+/)
const together = ['Han Hiragana Katakana', 'Han Bopomofo', 'Han Hangul']
const writingSystems = [...alone, ...together].map(scripts => scripts.split(' '))

// Digits and signs of ASCII belong to all of them, as do marks that are written on letters of any script.
const ofOneScript = writingSystems.map(scripts => {
  const letters = scripts.map(script => String.raw`\p{Script_Extensions=${script}}`).join('')
  return new RegExp(String.raw`^[${letters}\p{Script=Inherited}0-9._-]*$`, 'u')
})

/** Whether its letters are those of one script, so that none is taken for another. Wide letters are letters, too. */
export function isSingleScript(name: string): boolean {
  const plain = normalizeText(name, 'NFKC')
  return ofOneScript.some(script => script.test(plain))
}
